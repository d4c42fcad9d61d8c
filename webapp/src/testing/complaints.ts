import { format } from 'node:util';
import { expect } from 'vitest';

/** Console errors and warnings of the running test. React reports equal keys, unknown props and bad nesting there. */
let complaints: string[] = [];

/** Records every console error and warning, and prints it. A test that expects one replaces the method. */
export function listenForComplaints(): void {
  for (const method of ['error', 'warn'] as const) {
    const print = console[method].bind(console);
    console[method] = (...parts: unknown[]) => {
      complaints.push(format(...parts));
      print(...parts);
    };
  }
}

/** Fails a test that wrote an error or warning to the console. */
export function expectNoComplaint(): void {
  const recorded = complaints;
  complaints = [];
  expect(recorded.join('\n'), 'console errors and warnings').toBe('');
}
