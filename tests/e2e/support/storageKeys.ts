import { readFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext } from "@playwright/test";

const file = path.resolve(
  import.meta.dirname,
  "../../../shared/data/data_map.json",
);
const { browser } = JSON.parse(readFileSync(file, "utf8")) as {
  browser: Readonly<Record<string, { storage: "local" | "tab" | "both" }>>;
};

const isMapped = (storage: string, key: string): boolean =>
  Object.entries(browser).some(
    ([pattern, row]) =>
      (row.storage === storage || row.storage === "both") &&
      (pattern.endsWith("*")
        ? key.startsWith(pattern.slice(0, -1))
        : key === pattern),
  );

/** Lists what the portal's open pages stored without a row in the data map. */
export async function listUnmappedKeys(
  context: BrowserContext,
  origin: string,
): Promise<string[]> {
  const pages = context.pages().filter((page) => page.url().startsWith(origin));
  const stored = await Promise.all(
    pages.map((page) =>
      page
        .evaluate(() => [
          ...Object.keys(localStorage).map((key) => ["local", key] as const),
          ...Object.keys(sessionStorage).map((key) => ["tab", key] as const),
        ])
        // The page is leaving, or its storage is forbidden.
        .catch(() => []),
    ),
  );
  return stored
    .flat()
    .flatMap(([storage, key]) =>
      isMapped(storage, key) ? [] : [`${storage} storage: ${key}`],
    );
}
