import { Trans, useLingui } from '@lingui/react/macro';
import qrcode from 'qrcode-generator';
import { useMemo } from 'react';

/** Quiet modules around a code (ISO/IEC 18004 requires four). */
const margin = 4;

/** A code for the phone with the license, and a link for a wallet on this device. */
export function WalletCode({ link }: { link: string }) {
  const { t } = useLingui();
  const { size, dark } = useMemo(() => drawCode(link), [link]);
  // A wallet's own scheme opens its app; a web address opens a page, which must not replace this one.
  const opensPage = link.startsWith('http');
  return (
    <section className="wallet-code" aria-labelledby="wallet-code">
      <h2 id="wallet-code">
        <Trans>Your license is on another device?</Trans>
      </h2>
      <p>
        <Trans>Scan this code with the phone that has your license. This page continues by itself.</Trans>
      </p>
      <svg
        className="wallet-code__image"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={t`Code to scan with your phone`}
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={dark} fill="#000" />
      </svg>
      <p>
        <a href={link} {...(opensPage ? { target: '_blank', rel: 'noreferrer' } : {})}>
          <Trans>Open a wallet on this device instead</Trans>
        </a>
      </p>
      <p>
        <Trans>
          Never scan a code like this that someone sends or shows you. It would use your license to vouch for
          them.
        </Trans>
      </p>
    </section>
  );
}

function drawCode(text: string) {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const rows = Array.from({ length: count }, (_, row) => row);
  const dark = rows
    .flatMap((row) =>
      rows
        .filter((column) => code.isDark(row, column))
        .map((column) => `M${column + margin} ${row + margin}h1v1h-1z`),
    )
    .join('');
  return { size: count + 2 * margin, dark };
}
