/** The board as a picture to keep: what is drawn on the screen, with the looks of its style sheet in it. */
import { CELL } from '@/gen/design';
import type { Box } from '@/board/geometry';

const NAMESPACE = 'http://www.w3.org/2000/svg';
const LOOKS = [
  'fill',
  'stroke',
  'stroke-width',
  'fill-opacity',
  'stroke-opacity',
  'stroke-dasharray',
  'display',
];
const PIXELS = 96; // of a cell

/** The board's drawing as SVG text, cut to this box of cells. */
export function svgOf(drawn: SVGElement, box: Box): string {
  const whole = document.createElementNS(NAMESPACE, 'svg');
  whole.setAttribute('xmlns', NAMESPACE);
  whole.setAttribute('viewBox', [box.x, box.y, box.width, box.height].map((side) => side * CELL).join(' '));
  whole.setAttribute('width', String(box.width * PIXELS));
  whole.setAttribute('height', String(box.height * PIXELS));
  const defs = document.querySelector('svg.defs defs');
  if (defs) whole.append(defs.cloneNode(true));
  for (const child of drawn.children) whole.append(dressed(child));
  return new XMLSerializer().serializeToString(whole);
}

/** A copy that looks the same without our style sheet. */
function dressed(element: Element): Element {
  const copy = element.cloneNode(false) as Element;
  copy.removeAttribute('class');
  const style = getComputedStyle(element);
  for (const look of LOOKS) copy.setAttribute(look, style.getPropertyValue(look));
  copy.append(...[...element.children].map(dressed));
  return copy;
}

/** The same as a bitmap. */
export async function pngOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
