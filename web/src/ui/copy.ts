/** Put a text on the clipboard, also where a page has no right to it (plain http, say); whether it is there. */
export async function copy(text: string, field = document.createElement('input')): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A text that is selected can still be copied; a field of our own is there for that only.
    const ours = !field.isConnected;
    if (ours) document.body.append(Object.assign(field, { value: text }));
    field.select();
    const copied = document.execCommand('copy');
    if (ours) field.remove();
    return copied;
  }
}
