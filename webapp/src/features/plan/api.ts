import { call, type AnswerBody, type RequestBody } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

const planPath = '/api/businessapplications/plan';

export type PlanReply = AnswerBody<typeof planPath, 'get'>;

export const usePlanRead = () => useRead(planPath);
export const getPlan = () => call('get', planPath);
export const putPlan = (body: RequestBody<typeof planPath, 'put'>) => call('put', planPath, { body });
export const deletePlan = () => call('delete', planPath);
