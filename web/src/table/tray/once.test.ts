import { expect, it } from 'vitest';
import { Once } from './once';

const press = (timeStamp: number, clientX = 100, detail = 1) => ({ timeStamp, clientX, clientY: 50, detail });

it('waits out the second half of a double press, and nothing else', () => {
  const once = new Once();
  expect(once.again(press(0))).toBe(false);
  once.pressed(press(0));
  expect(once.again(press(250, 104, 2))).toBe(true);
  expect(once.again(press(250, 200))).toBe(false); // another button
  expect(once.again(press(900))).toBe(false); // later
  expect(once.again(press(250, 100, 0))).toBe(false); // a key
});
