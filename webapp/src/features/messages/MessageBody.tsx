import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Skeleton } from '@/components/Skeleton';
import type { OpenedMessage } from './messages';
import { sanitizeHtml } from './sanitise';

const emptyLines = /\n(?:[ \t]*\n)+/;

interface MessageBodyProps {
  message: Pick<OpenedMessage, 'body' | 'bodyFormat' | 'language'>;
}

/** The message: text with its lines, or the HTML that an agency may send. Each paragraph has its own direction. */
export function MessageBody({ message: { body, bodyFormat, language } }: MessageBodyProps) {
  return bodyFormat === 'plain' ? (
    <div className="prose message-body message-body--plain" lang={language}>
      {body.split(emptyLines).map((paragraph, index) => (
        <p key={index} dir="auto">
          {paragraph}
        </p>
      ))}
    </div>
  ) : (
    <SanitizedHtml key={body} html={body} language={language} />
  );
}

function SanitizedHtml({ html, language }: { html: string; language: string }) {
  const { t } = useLingui();
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const newTabWords = t`(opens in a new tab)`;

  useEffect(() => {
    let isWanted = true;
    sanitizeHtml(html, newTabWords).then(
      (nodes) => {
        if (!isWanted) return;
        container.current?.replaceChildren(nodes);
        setState('shown');
      },
      () => {
        if (isWanted) setState('failed');
      },
    );
    return () => {
      isWanted = false;
    };
  }, [html, newTabWords]);

  return (
    <>
      {state === 'loading' && <Skeleton lines={5} />}
      {state === 'failed' && (
        <p>
          <Trans>
            The text of this message could not be shown. Check your connection and reload the page.
          </Trans>
        </p>
      )}
      <div ref={container} className="prose message-body" lang={language} />
    </>
  );
}
