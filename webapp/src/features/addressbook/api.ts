import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

export const addressesPath = '/api/profile/addresses';
const addressPath = `${addressesPath}/{id}` as const;

export type Address = AnswerBody<typeof addressesPath, 'get'>['items'][number];
export type AddressBody = RequestBody<typeof addressesPath, 'post'>;

export const useAddresses = () => useRead(addressesPath);
/** Adds an address; a repeated call with the same key adds no second one. */
export const addAddress = (body: AddressBody, key: string) =>
  call('post', addressesPath, { body, headers: { 'Idempotency-Key': key } });
export const changeAddress = (id: string, body: AddressBody) =>
  call('put', addressPath, { parameters: { id }, body });
export const makeAddressPrimary = (id: string) =>
  call('put', `${addressPath}/primary`, { parameters: { id }, body: {} });
export const removeAddress = (id: string) => call('delete', addressPath, { parameters: { id } });

/** Sends an address to the agency of a connected record. */
export const sendAddressTo = (
  id: string,
  body: RequestBody<'/api/subscriptions/identities/{id}/address', 'put'>,
) => call('put', '/api/subscriptions/identities/{id}/address', { parameters: { id }, body });
