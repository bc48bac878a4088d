import { type Document, defineCollection } from './collection.ts'

/** When an account's token was last shown, to the minute or so; its id is the account's. Apart from the account, whose version is an operator's. */
export interface ServiceAccountUseDoc extends Document {
  readonly last_used_at: string
}

export const serviceAccountUses = defineCollection<ServiceAccountUseDoc>({
  name: 'service_account_uses',
  owner: 'gateway',
  schemaVersion: 1,
  fields: {},
  indexes: [],
})
