import AttachIcon from '@uswds/uswds/img/usa-icons/attach_file.svg?react';
import ImportantIcon from '@uswds/uswds/img/usa-icons/priority_high.svg?react';
import { useLingui } from '@lingui/react/macro';
import { defaultRangeExtractor, useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { Link } from 'react-router';
import type { Line } from './changes';
import type { ListedMessage } from './messages';
import { momentInBrief } from './moments';
import type { Selection } from './useSelection';

/** About how high a line is before it has been measured, in pixels. */
const messageHeight = 100;
const recordHeight = 48;

/** So many lines are there before they are scrolled to. */
const ahead = 25;

/** How many lines a page of the keyboard has. */
const keyboardPage = 8;

interface MessageGridProps {
  /** Takes the element that has the rows, and scrolls when it does so by itself. */
  scroller: RefObject<HTMLDivElement | null>;
  label: string;
  lines: readonly Line[];
  hasMore: boolean;
  selection: Selection;
  openId: string | undefined;
  /** The list scrolls by itself, not with the page. */
  isScrolledAlone: boolean;
  /** The message that is to have the focus; null when the focus stays where it is. */
  focusOn: string | null;
  onFocusOn: (messageId: string | null) => void;
  addressOf: (message: ListedMessage) => { pathname: string; search: string };
  onOpen: (message: ListedMessage) => void;
  /** Nothing where messages cannot be deleted one by one. */
  onDelete: ((messages: readonly ListedMessage[]) => void) | undefined;
  /** Undoes the last deletion, as long as that is offered. */
  onUndo: () => void;
  want: (length: number) => void;
}

/** The id of a message's row. */
export function rowId(messageId: string): string {
  return `message-${messageId}`;
}

/**
 * The messages as a grid of which only what is near the screen is in the page. One row is in the order of Tab, the
 * arrow keys move it.
 */
export function MessageGrid({
  scroller,
  label,
  lines,
  hasMore,
  selection,
  openId,
  isScrolledAlone,
  focusOn,
  onFocusOn,
  addressOf,
  onOpen,
  onDelete,
  onUndo,
  want,
}: MessageGridProps) {
  const { t } = useLingui();
  const [activeId, setActiveId] = useState<string | null>(focusOn ?? openId ?? null);
  const found = lines.findIndex((line) => line.kind === 'message' && line.key === activeId);
  // Its place goes to what followed the message that is gone.
  const [activePlace, setActivePlace] = useState(0);
  const active = found >= 0 ? found : nearestMessage(lines, activePlace);
  if (found >= 0 && found !== activePlace) setActivePlace(found);

  const common = {
    count: lines.length,
    estimateSize: (index: number) => (lines[index]?.kind === 'record' ? recordHeight : messageHeight),
    getItemKey: (index: number) => lines[index]?.key ?? index,
    overscan: 6,
    // The row in the order of Tab is always there, or Tab would pass the list by.
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const shown = defaultRangeExtractor(range);
      if (active < 0 || shown.includes(active)) return shown;
      return [...shown, active].sort((one, other) => one - other);
    },
  };
  const [margin, setMargin] = useState(0);
  // eslint-disable-next-line react-hooks/incompatible-library -- nothing here is memoised by a compiler
  const ofElement = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    ...common,
    getScrollElement: () => scroller.current,
    enabled: isScrolledAlone,
  });
  const ofWindow = useWindowVirtualizer<HTMLDivElement>({
    ...common,
    enabled: !isScrolledAlone,
    scrollMargin: margin,
  });
  const virtualizer = isScrolledAlone ? ofElement : ofWindow;
  const rows = virtualizer.getVirtualItems();
  const start = isScrolledAlone ? 0 : margin;

  // What stands above the list can change its height with any rendering.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- what is set is what was measured, so it ends at once
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || isScrolledAlone) return;
    const top = element.getBoundingClientRect().top + window.scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });

  const lastShown = rows.at(-1)?.index ?? 0;
  useEffect(() => want(lastShown + ahead), [lastShown, want]);

  const wanted = focusOn === null ? -1 : lines.findIndex(({ key }) => key === focusOn);
  if (wanted >= 0 && focusOn !== activeId) setActiveId(focusOn);
  useLayoutEffect(() => {
    const row = wanted >= 0 && focusOn !== null ? document.getElementById(rowId(focusOn)) : null;
    if (!row) return;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
    onFocusOn(null);
  });

  function goTo(index: number): ListedMessage | undefined {
    const line = lines[index];
    if (line?.kind !== 'message') return undefined;
    onFocusOn(line.key);
    return line.message;
  }

  function onKeyDown(event: KeyboardEvent) {
    const line = lines[active];
    if (line?.kind !== 'message' || event.altKey) return;
    const target = event.target as Element;
    const isCommand = event.ctrlKey || event.metaKey;
    const steps: Partial<Record<string, () => number>> = {
      ArrowDown: () => stepFrom(lines, active, 1, 1),
      ArrowUp: () => stepFrom(lines, active, -1, 1),
      PageDown: () => stepFrom(lines, active, 1, keyboardPage),
      PageUp: () => stepFrom(lines, active, -1, keyboardPage),
      Home: () => nearestMessage(lines, 0),
      End: () => nearestMessage(lines, lines.length - 1),
    };
    const step = steps[event.key];
    if (step) {
      const message = goTo(step());
      if (message && event.shiftKey) selection.extendTo(message.id);
      else if (message && !isCommand) selection.anchorAt(message.id);
    } else if (event.key === 'Enter' && !target.closest('a')) onOpen(line.message);
    else if (event.key === ' ' && !target.closest('input')) selection.toggle(line.key);
    else if (event.key === 'Delete' && onDelete)
      onDelete(selection.has(line.key) ? selection.messages : [line.message]);
    else if (event.key.toLowerCase() === 'a' && isCommand) selection.selectAll();
    else if (event.key.toLowerCase() === 'z' && isCommand) onUndo();
    else if (event.key === 'Escape' && selection.messages.length > 0) selection.clear();
    else return;
    event.preventDefault();
  }

  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-multiselectable="true"
      aria-rowcount={hasMore ? -1 : lines.length}
      aria-colcount={2}
      tabIndex={-1}
      className={`message-grid ${isScrolledAlone ? 'message-grid--alone' : ''}`}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className="message-grid__rows" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start: top }) => {
          const line = lines[index];
          if (!line) return null;
          const place = { transform: `translateY(${top - start}px)` };
          return line.kind === 'record' ? (
            <div
              key={key}
              ref={virtualizer.measureElement}
              role="row"
              data-index={index}
              aria-rowindex={index + 1}
              className="message-grid__row message-record"
              style={place}
            >
              <span role="rowheader" aria-colindex={1} aria-colspan={2} className="message-record__label">
                <bdi>{line.label}</bdi>
                {line.isContinued && <span className="message-record__more"> {t`(continued)`}</span>}
              </span>
            </div>
          ) : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              id={rowId(line.key)}
              role="row"
              data-index={index}
              aria-rowindex={index + 1}
              aria-selected={selection.has(line.key)}
              aria-current={line.key === openId ? 'true' : undefined}
              tabIndex={index === active ? 0 : -1}
              className={classOf(line.message, selection.has(line.key), line.key === openId)}
              style={place}
              onFocus={() => setActiveId(line.key)}
            >
              <MessageRow
                message={line.message}
                isSelected={selection.has(line.key)}
                address={addressOf(line.message)}
                isOpen={openId !== undefined}
                onSelect={(isRange) => (isRange ? selection.extendTo(line.key) : selection.toggle(line.key))}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function classOf({ isRead }: ListedMessage, isSelected: boolean, isShown: boolean): string {
  return [
    'message-grid__row message-row',
    !isRead && 'message-row--unread',
    isSelected && 'message-row--selected',
    isShown && 'message-row--shown',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The message at a place, or the one nearest to it; -1 when there is none. */
function nearestMessage(lines: readonly Line[], place: number): number {
  for (let distance = 0; distance < lines.length; distance += 1) {
    for (const index of [place + distance, place - distance])
      if (lines[index]?.kind === 'message') return index;
  }
  return -1;
}

/** So many messages further; as far as there are any. */
function stepFrom(lines: readonly Line[], from: number, direction: 1 | -1, count: number): number {
  let reached = from;
  let left = count;
  for (let index = from + direction; left > 0 && index >= 0 && index < lines.length; index += direction) {
    if (lines[index]?.kind !== 'message') continue;
    reached = index;
    left -= 1;
  }
  return reached;
}

interface MessageRowProps {
  message: ListedMessage;
  isSelected: boolean;
  address: { pathname: string; search: string };
  /** A message is open beside the list. */
  isOpen: boolean;
  onSelect: (isRange: boolean) => void;
}

function MessageRow({ message, isSelected, address, isOpen, onSelect }: MessageRowProps) {
  const { t, i18n } = useLingui();
  const { subject, preview, from, isRead, sentAt, priority, hasAttachments } = message;
  return (
    <>
      <div role="gridcell" aria-colindex={1} className="message-row__select">
        <input
          type="checkbox"
          className="message-row__checkbox"
          // The space bar does the same on the row, which alone is in the order of Tab.
          tabIndex={-1}
          aria-label={t`Select: ${subject}`}
          checked={isSelected}
          onChange={(event) => onSelect((event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      <div role="gridcell" aria-colindex={2} className="message-row__words">
        {!isRead && <span className="usa-sr-only">{t`Unread.`}</span>}
        <span className="message-row__top">
          <span className="message-row__from">{from}</span>
          <time className="message-row__time" dateTime={sentAt}>
            {momentInBrief(sentAt, i18n.locale)}
          </time>
        </span>
        <span className="message-row__middle">
          {priority === 'high' && (
            <span className="message-row__important">
              <ImportantIcon className="usa-icon" aria-hidden="true" focusable="false" />
              <span className="usa-sr-only">{t`Important.`}</span>
            </span>
          )}
          <Link
            className="message-row__link"
            to={address}
            state={{ isFromList: true }}
            // One step back leads to the list, however many were looked at.
            replace={isOpen}
            tabIndex={-1}
          >
            <bdi>{subject}</bdi>
          </Link>
          {hasAttachments && (
            <span className="message-row__files">
              <AttachIcon className="usa-icon" aria-hidden="true" focusable="false" />
              <span className="usa-sr-only">{t`Has files.`}</span>
            </span>
          )}
        </span>
        <span className="message-row__preview" dir="auto">
          {preview}
        </span>
      </div>
    </>
  );
}
