/**
 * Functions that some supported browsers lack, for the code of signed-in people. Public pages do not use them.
 *
 * `tools/check-browsers.mjs` fails on other global functions, such as `URL.parse`, that a supported browser lacks. It
 * checks neither methods of instances, such as `set.union`, nor CSS.
 */

type Fill = (owner: object, name: string, value: unknown) => void;

const fill: Fill = (owner, name, value) => {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });
};

function canParseUrl(url: string | URL, base?: string | URL): boolean {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
}

// Safari before 17 and Chrome before 120 lack it.
fill(URL, 'canParse', canParseUrl);
export {};
