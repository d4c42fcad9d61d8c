import type { components } from '@/generated/openapi';
import type { Identity, Subscription } from '@/lib/connections/subscriptions';

export type ServiceData = components['schemas']['ServiceDataReply'];
export type Field = ServiceData['fields'][number];
/** A text that is masked, and can be shown. */
export type MaskedField = Extract<Field, { kind: 'text' }>;
export type Notice = ServiceData['notices'][number];
export type Tone = components['schemas']['StatusReply']['tone'];

/** The state of a connected record. */
export type RecordState =
  | { kind: 'loading' }
  | { kind: 'failed' }
  | { kind: 'revoked' }
  | { kind: 'ready'; isCurrent: boolean; data: ServiceData };

export type ApplicationSummary = components['schemas']['ApplicationSummaryReply'];

/** A record that asks the person to act. */
export interface RecordItem {
  subscription: Subscription;
  identity: Identity;
  /** Undefined for a record whose connection the agency has ended. */
  notice: Notice | null;
  /** Null without a notice. */
  data: ServiceData | null;
}

/** An application whose agency waits for an answer of the person. */
export interface ApplicationItem {
  application: ApplicationSummary;
}

/** A record or an application that asks the person to act. */
export type AttentionItem = RecordItem | ApplicationItem;

/** A record with the agency's data. */
export interface AnsweredRecord {
  subscription: Subscription;
  identity: Identity;
  data: ServiceData;
}

export interface Attention {
  answered: readonly AnsweredRecord[];
  /** The most urgent first. */
  items: readonly AttentionItem[];
  total: number;
  /** Records whose answer is still awaited. */
  loading: number;
  /** Records that could not be checked just now. */
  unchecked: number;
}

/** The kinds that cannot wait. */
const graveKinds: ReadonlySet<Notice['kind']> = new Set(['expired', 'overdue', 'problem']);

/** Returns whether the notice is of a problem that has happened already. */
export function isGrave({ kind }: Notice): boolean {
  return graveKinds.has(kind);
}

/** Grave things first, then by their day, those without one before; what the agency has ended last. */
function getUrgency(item: AttentionItem): string {
  if ('application' in item) {
    const { due } = item.application;
    return `${due && due.businessDays < 0 ? 0 : 1} ${due?.on ?? ''}`;
  }
  const { notice } = item;
  if (!notice) return '2';
  return `${isGrave(notice) ? 0 : 1} ${notice.on ?? ''}`;
}

/** Returns true for an application whose agency waits for an answer that the person may give. */
function needsAction({ state, role }: ApplicationSummary): boolean {
  return state === 'needsInformation' && role !== 'viewer';
}

/** Lists the records and applications that ask the person to act, and counts those that are not known yet. */
export function findAttention(
  subscriptions: readonly Subscription[],
  states: ReadonlyMap<string, RecordState>,
  applications: readonly ApplicationSummary[],
): Attention {
  const records = subscriptions.flatMap((subscription) =>
    subscription.identities.map((identity) => ({
      subscription,
      identity,
      state: states.get(identity.id) ?? ({ kind: 'loading' } satisfies RecordState),
    })),
  );
  const ofRecords = records.flatMap(({ subscription, identity, state }): AttentionItem[] => {
    if (state.kind === 'revoked') return [{ subscription, identity, notice: null, data: null }];
    if (state.kind !== 'ready') return [];
    const { data } = state;
    return data.notices.map((notice) => ({ subscription, identity, notice, data }));
  });
  const count = (is: (state: RecordState) => boolean) => records.filter(({ state }) => is(state)).length;
  const ofApplications = applications.filter(needsAction).map((application) => ({ application }));
  return {
    answered: records.flatMap(({ subscription, identity, state }) =>
      state.kind === 'ready' ? [{ subscription, identity, data: state.data }] : [],
    ),
    items: [...ofRecords, ...ofApplications].sort((one, other) =>
      getUrgency(one).localeCompare(getUrgency(other)),
    ),
    total: records.length,
    loading: count(({ kind }) => kind === 'loading'),
    unchecked: count((state) => state.kind === 'failed' || (state.kind === 'ready' && !state.isCurrent)),
  };
}

/** The id of a record on the dashboard. */
export function getRecordId(identityId: string): string {
  return `record-${identityId}`;
}
