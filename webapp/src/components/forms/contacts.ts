import { cleanText, foldSigns, removeSeparators } from './text';

// `shared/python/portal/values.py` has the same rules; `tests/corpora/contacts.json` tests both.

const emailPattern =
  /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?![0-9]+$)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const phonePattern = /^(?:(?:\+|00|011)?1)?([2-9](?!11)[0-9]{2}[2-9](?!11)[0-9]{6})$/;
const phoneLabelPattern =
  /^(?:(?:tel|sms|callto)\s*:(?:\/\/)?|tel\.|(?:phone|telephone|tel[eé]fono|cell|mobile|celular|office)\s*:)\s*/i;
const extensionPattern = /^(.{10,}?)[ ,;(]*(?:ext(?:ensi[oó]n|n)?[.:=]?|x|[#,;])[ #.]*([0-9]{1,6})\)?$/i;

/** Converts full-width ASCII, and the full stops of other scripts, to ASCII. */
function foldWidth(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u3002\uff61]/g, '.');
}

/** Returns the domain with its labels in ASCII; empty if it has none or is ambiguous. */
function toAsciiDomain(domain: string): string {
  if (/^[ -~]*$/.test(domain)) return domain;
  if (/[\xdf\u1e9e\u03c2/?#:\\\s]|\p{Join_Control}/u.test(domain)) return '';
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : '';
}

/** Returns an email address as the portal stores it, without the text around a pasted one; null if it is invalid. */
export function parseEmailAddress(typed: string): string | null {
  let text = foldWidth(cleanText(typed))
    .replace(/^(?:e-?mail|correo(?: electr[oó]nico)?)\s*:\s*/i, '')
    .replace(/[ ,;.]+$/, '');
  text = /^[^<>@]*<([^<>]*)>$/.exec(text)?.[1] ?? text;
  text = /^[ "“”«(<[]*mailto:\s*([^?]*)/i.exec(text)?.[1] ?? text;
  text = text.replace(/^[ "“”«(<[]+/, '').replace(/[ "“”»)>\],;:.]+$/, '');
  text = /^'(.*)'$/.exec(text)?.[1] ?? text;
  const at = text.lastIndexOf('@');
  if (at < 0) return null;
  const address = `${text.slice(0, at)}@${toAsciiDomain(text.slice(at + 1)).toLowerCase()}`;
  return address.length <= 254 && emailPattern.test(address) ? address : null;
}

/** Returns a US number as the portal stores it, with an extension as `+16025550100;ext=204`; null if it is invalid. */
export function parseOfficeNumber(typed: string): string | null {
  const text = foldSigns(foldWidth(cleanText(typed)))
    .replace(phoneLabelPattern, '')
    .replace(/;phone-context=[^;?]*|\?.*/gi, '')
    .replace(/[ ,;.]+$/, '');
  const [, before = '', extension] = extensionPattern.exec(text) ?? [];
  const main = parseDigits(before);
  return main ? `${main};ext=${extension}` : parseDigits(text);
}

function parseDigits(text: string): string | null {
  const digits = phonePattern.exec(removeSeparators(text).replace(/[()]/g, ''))?.[1];
  return digits ? `+1${digits}` : null;
}

/** Formats a number for people; returns other text unchanged. */
export function formatPhoneNumber(kept: string): string {
  return kept.replace(
    /^\+1(\d{3})(\d{3})(\d{4})(?:;ext=(\d+))?$/,
    (_, area: string, exchange: string, line: string, extension?: string) =>
      `${area}-${exchange}-${line}${extension ? ` ext. ${extension}` : ''}`,
  );
}
