/** Pixels that a pixel of the design has now: more on screens so large that everything grows. */
export function unit(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
