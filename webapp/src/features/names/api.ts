import type { AnswerOf } from '@/lib/api/call';

export const searchPath = '/api/businessapplications/businessnames/search';
export const checkPath = '/api/businessapplications/businessnames/searchreservation';
export const companyPath = '/api/businessapplications/businessnames/companies/{id}';
export const reservationsPath = '/api/businessapplications/businessnames/reservations';

export type FoundName = AnswerOf<typeof searchPath, 'get'>['items'][number];
export type Company = AnswerOf<typeof companyPath, 'get'>;
export type NameCheck = AnswerOf<typeof checkPath, 'get'>;
export type Reason = NameCheck['reasons'][number];
export type Word = NameCheck['words'][number];
export type SimilarName = NameCheck['close'][number];
export type Reservation = AnswerOf<typeof reservationsPath, 'get'>['items'][number];
export type NameStatus = FoundName['status'];
export type Matched = FoundName['matched'];
