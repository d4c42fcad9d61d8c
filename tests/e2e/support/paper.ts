import { createCanvas } from '@napi-rs/canvas';
import type { Page } from '@playwright/test';
import { getDocument, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pixels per point of the picture of a sheet: small print stays legible. */
const scale = 1.5;
/** The least difference in brightness, of 255, between ink and paper. */
const leastContrast = 50;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A piece of a line of text on a sheet, in pixels of the sheet's picture. */
interface Piece extends Box {
  text: string;
}

interface Sheet {
  width: number;
  height: number;
  pieces: Piece[];
  /** The range of brightness in a part of the picture, 0 to 255; the whole sheet if no part is given. */
  contrast: (part?: Box) => number;
}

/** The text that a person sees on the screen and expects on paper, and what has no place there. */
interface ScreenText {
  seen: string;
  /** The seen text and the text in folded details. */
  printable: string;
  /** Names of buttons, and texts for screen readers only. */
  unwanted: string[];
}

/** Prints a page as US Letter and reads the sheets: their text by its place, and their picture. */
export async function printSheets(page: Page): Promise<Sheet[]> {
  const data = new Uint8Array(await page.pdf({ format: 'Letter', printBackground: false }));
  const pdf = await getDocument({ data, verbosity: VerbosityLevel.ERRORS, disableFontFace: true }).promise;
  const sheets: Sheet[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number);
    const viewport = sheet.getViewport({ scale });
    const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
    const canvas = createCanvas(width, height);
    await sheet.render({ canvas: canvas as unknown as HTMLCanvasElement, viewport }).promise;
    const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
    const { items } = await sheet.getTextContent();
    sheets.push({
      width,
      height,
      pieces: items.flatMap((item): Piece[] => {
        if (!('str' in item) || !item.str.trim()) return [];
        const [a, b, , , left, baseline] = Util.transform(viewport.transform, item.transform) as number[];
        const size = Math.hypot(a!, b!);
        // Letters without their ascenders and descenders, which may touch the line above or below.
        return [{ text: item.str, left: left!, right: left! + item.width * scale, top: baseline! - size * 0.6, bottom: baseline! }];
      }),
      contrast: ({ left, top, right, bottom } = { left: 0, top: 0, right: width, bottom: height }) => {
        let [darkest, brightest] = [255, 0];
        for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y += 1)
          for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x += 1) {
            const at = (y * width + x) * 4;
            const brightness = (pixels[at]! + pixels[at + 1]! + pixels[at + 2]!) / 3;
            darkest = Math.min(darkest, brightness);
            brightest = Math.max(brightest, brightness);
          }
        return brightest - darkest;
      },
    });
  }
  await pdf.destroy();
  return sheets;
}

/** Reads the screen: the opened item of a list if there is one, otherwise the main part of the page. */
export const readScreen = (page: Page): Promise<ScreenText> =>
  page.evaluate(() => {
    const part = document.querySelector('.detail-panel') ?? document.querySelector('main') ?? document.body;
    const controls = 'button, [role="button"], .usa-button, .buttons, .no-print, .filters, .rating, .from-desktop, nav, .record__actions, select, option, textarea, [data-sonner-toaster], [aria-hidden="true"], dialog';
    const seen: string[] = [];
    const printable: string[] = [];
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      const range = document.createRange();
      range.selectNode(node);
      const box = range.getBoundingClientRect();
      if (parent.closest(controls) || parent.closest('.usa-sr-only')) continue;
      printable.push(node.textContent ?? '');
      if (box.width < 2 || box.height < 2 || box.right < 0) continue;
      if (parent.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false })) seen.push(node.textContent ?? '');
    }
    const texts = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.textContent?.trim() ?? '').filter((text) => text.length > 2);
    return { seen: seen.join(' '), printable: printable.join(' '), unwanted: [...texts('button:not(.applied-filter), .usa-button'), ...texts('.usa-sr-only')] };
  });

/** Letters and digits only: paper breaks lines and words elsewhere. */
const squeeze = (text: string): string => text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
const area = (a: Box): number => (a.right - a.left) * (a.bottom - a.top);

/** The last letters of a piece: text that is cut short has ink at its beginning only. */
const getEnd = (piece: Piece): Box => ({ ...piece, left: Math.max(piece.left, piece.right - 2 * (piece.bottom - piece.top)) });

/** Lists what is wrong with printed sheets: missing, hidden, cut or covered text, controls, and empty sheets. */
export function listPaperFaults(sheets: readonly Sheet[], { seen, printable, unwanted }: ScreenText): string[] {
  const pieces = sheets.flatMap((sheet) => sheet.pieces);
  const paper = squeeze(pieces.map(({ text }) => text).join(''));
  const missing = [...new Set(seen.match(/[\p{L}\p{N}]{3,}/gu))].filter((word) => !paper.includes(squeeze(word)));
  const lines = new Set(pieces.map(({ text }) => text.trim()));
  return [
    ...sheets.flatMap((sheet, index) => (sheet.contrast() < leastContrast ? [`sheet ${index + 1} is empty`] : [])),
    ...sheets
      .slice(0, -1)
      .flatMap(({ pieces, height }, index) => (pieces.every(({ bottom }) => bottom < height / 2) ? [`sheet ${index + 1} is nearly empty`] : [])),
    ...(missing.length > 0 ? [`not on paper: ${missing.join(' ')}`] : []),
    ...[...new Set(unwanted)].filter((text) => lines.has(text) && !printable.includes(text)).map((text) => `only to click or to hear: ${text}`),
    ...sheets.flatMap((sheet, index) =>
      sheet.pieces.flatMap((piece, place) => [
        ...(piece.right > sheet.width + 1 || piece.left < -1 ? [`sheet ${index + 1} cuts: ${piece.text}`] : []),
        ...(sheet.contrast(getEnd(piece)) < leastContrast ? [`sheet ${index + 1} hides: ${piece.text}`] : []),
        ...sheet.pieces
          .slice(place + 1)
          .filter((other) => overlap(piece, other) > 0.2 * Math.min(area(piece), area(other)))
          .map((other) => `sheet ${index + 1}: '${piece.text}' covers '${other.text}'`),
      ]),
    ),
  ];
}
