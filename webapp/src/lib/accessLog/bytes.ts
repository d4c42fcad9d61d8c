/** Bytes in the type that WebCrypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Decodes base64 text; throws if the text is invalid. */
export function parseBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Decodes hexadecimal text, two digits per byte. */
export function parseHexadecimal(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

export function formatHexadecimal(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function joinBytes(...parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let start = 0;
  for (const part of parts) {
    whole.set(part, start);
    start += part.length;
  }
  return whole;
}

export function isEqual(first: Bytes, second: Bytes): boolean {
  return first.length === second.length && first.every((byte, index) => byte === second[index]);
}

export async function computeSha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
