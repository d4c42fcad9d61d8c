import { call, type AnswerOf, type BodyOf } from '@/lib/api/call';
import { useRead } from '@/lib/api/useRead';

const planPath = '/api/businessapplications/plan';

export type PlanReply = AnswerOf<typeof planPath, 'get'>;

export const usePlanRead = () => useRead(planPath);
export const getPlan = () => call('get', planPath);
export const putPlan = (body: BodyOf<typeof planPath, 'put'>) => call('put', planPath, { body });
export const deletePlan = () => call('delete', planPath);
