import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { along } from './vite.along.ts';
import { pages } from './vite.pages.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// `npm run dev` talks to a server started with `dalapapa serve`; the built client is served by it.
const server = process.env.DALAPAPA_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), pages(), along()],
  // The browser's own conditions, in tests too.
  resolve: { alias: { '@': at('./src') }, conditions: [...defaultClientConditions] },
  // From one program to another the way is relative, as they may lie below any path; from a page it is not.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: at('../src/dalapapa/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: [at('./index.html'), at('./src/early.ts')] },
    assetsInlineLimit: 0,
    // One small style sheet for all screens comes sooner than six.
    cssCodeSplit: false,
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/ws': { target: server, ws: true } } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: at('./vitest.client.ts'),
    server: { deps: { inline: [/svelte/] } },
  },
});
