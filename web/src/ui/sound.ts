/** A quiet wooden click, made on the spot: a short burst of two low tones, as of a tile laid on a table. */
import { settings } from './settings.svelte';

let context: AudioContext | undefined;

/** Click, if the player wants to hear it; before anybody has touched the page, browsers keep it silent. */
export function click(): void {
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => undefined);
  const now = context.currentTime;
  knock(context, now, 620, 0.09, 0.05);
  knock(context, now, 240, 0.14, 0.09);
}

/** One struck tone that dies away at once. */
function knock(audio: AudioContext, start: number, pitch: number, loud: number, length: number): void {
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
