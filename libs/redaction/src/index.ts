export type * from './redactor.ts'
