import type { components } from '@/generated/openapi';
import type { Identity, Subscription } from '@/lib/connections/subscriptions';

export type ServiceData = components['schemas']['ServiceDataReply'];
export type Field = ServiceData['fields'][number];
/** A text that is masked, and can be shown. */
export type MaskedField = Extract<Field, { kind: 'text' }>;
export type Notice = ServiceData['notices'][number];
export type Tone = components['schemas']['StatusReply']['tone'];

/** What is known of a connected record. */
export type RecordState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'revoked' }
  | { kind: 'ready'; isCurrent: boolean; data: ServiceData };

/** One thing that asks the person to act. */
export interface AttentionItem {
  subscription: Subscription;
  identity: Identity;
  /** None for a record whose connection the agency has ended. */
  notice: Notice | null;
  /** Null without a notice. */
  data: ServiceData | null;
}

export interface Attention {
  /** The most urgent first. */
  items: readonly AttentionItem[];
  total: number;
  /** Records whose answer is still awaited. */
  loading: number;
  /** Records that could not be checked just now. */
  unchecked: number;
}

/** The kinds that cannot wait. */
const grave: ReadonlySet<Notice['kind']> = new Set(['expired', 'overdue', 'problem']);

/** Whether the notice speaks of something that has gone wrong already. */
export function isGrave({ kind }: Notice): boolean {
  return grave.has(kind);
}

/** Grave things first, then by their day, those without one before; what the agency has ended last. */
function urgencyOf({ notice }: AttentionItem): string {
  if (!notice) return '2';
  return `${isGrave(notice) ? 0 : 1} ${notice.on ?? ''}`;
}

/** What asks the person to act, from what is known of all records. */
export function attentionOf(
  subscriptions: readonly Subscription[],
  states: ReadonlyMap<string, RecordState>,
): Attention {
  const records = subscriptions.flatMap((subscription) =>
    subscription.identities.map((identity) => ({
      subscription,
      identity,
      state: states.get(identity.id) ?? ({ kind: 'loading' } satisfies RecordState),
    })),
  );
  const items = records.flatMap(({ subscription, identity, state }): AttentionItem[] => {
    if (state.kind === 'revoked') return [{ subscription, identity, notice: null, data: null }];
    if (state.kind !== 'ready') return [];
    const { data } = state;
    return data.notices.map((notice) => ({ subscription, identity, notice, data }));
  });
  const count = (is: (state: RecordState) => boolean) => records.filter(({ state }) => is(state)).length;
  return {
    items: items.sort((one, other) => urgencyOf(one).localeCompare(urgencyOf(other))),
    total: records.length,
    loading: count(({ kind }) => kind === 'loading'),
    unchecked: count((state) => state.kind === 'failed' || (state.kind === 'ready' && !state.isCurrent)),
  };
}

/** The id of a record on the dashboard. */
export function recordId(identityId: string): string {
  return `record-${identityId}`;
}
