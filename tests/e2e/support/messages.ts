type Json = Record<string, unknown>;

/** A message of an agency as it stands in a list, by its number; each differs in whether it is read, urgent or has files. */
export const listedMessage = (number: number, changes: Json = {}): Json => ({
  messageId: `m${number}`,
  agencyServiceId: 'azsos-voter',
  userAgencyServiceSubscriptionIdentityId: 'i1',
  subject: `Message ${number}`,
  preview: `The beginning of message ${number}`,
  from: 'Agency',
  isRead: number % 3 === 0,
  sentAt: new Date(Date.UTC(2026, 10, 20) - number * 3_600_000).toISOString(),
  priority: number % 4 === 0 ? 'high' : 'normal',
  hasAttachments: number % 5 === 0,
  ...changes,
});
