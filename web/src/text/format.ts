/** Messages are text with `{holes}`, or plural forms chosen by the hole `count`. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
export type Message = string | Plural;
export type Values = Record<string, string | number>;

/** Fill a message: `format('en', {one: '{count} disc', other: '{count} discs'}, {count: 2})`. */
export function format(language: string, message: Message, values: Values = {}): string {
  const text = typeof message === 'string' ? message : plural(language, message, Number(values.count));
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    if (value === undefined) return hole;
    // A true minus sign, as all six languages print it.
    return typeof value === 'number' ? String(value).replace('-', '−') : value;
  });
}

function plural(language: string, forms: Plural, count: number): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}

/** The names of the holes in a message, sorted, each once. */
export function holes(message: Message): string[] {
  const texts = typeof message === 'string' ? [message] : Object.values(message);
  const names = texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!));
  return [...new Set(names)].sort();
}
