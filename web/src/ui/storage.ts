/** What a browser keeps: for one tab, so that a refresh loses nothing, or for all of them and for later. */
class Shelf {
  /** Asked for each time: a browser that keeps nothing refuses even that. */
  constructor(readonly storage: () => Storage) {}

  recall<T>(key: string): T | undefined {
    try {
      return (JSON.parse(this.storage().getItem(key) ?? 'null') as T | null) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** Write a value down; `undefined` forgets it. */
  remember(key: string, value: unknown): void {
    try {
      if (value === undefined) this.storage().removeItem(key);
      else this.storage().setItem(key, JSON.stringify(value));
    } catch {
      // A browser that keeps nothing plays all the same; only a refresh would forget.
    }
  }
}

export const thisTab = new Shelf(() => sessionStorage);
export const thisBrowser = new Shelf(() => localStorage);
