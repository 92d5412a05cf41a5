/**
 * Whether this page is of a folder of files (`dalapapa site`), behind which there is no server of ours: its screens
 * are then told apart behind a `#`, as any host can serve them below any path.
 */
const root = typeof document === 'undefined' ? undefined : document.documentElement;

/** The address of a server for what needs one, or nothing; undefined where the page comes from our own server. */
export const site: string | undefined = root?.dataset?.site;

/** Where our files lie. */
export const base = site === undefined ? '/' : new URL('.', location.href).pathname;
