import { type Document, defineCollection } from './collection.ts'

/**
 * When an account's token was last used, to about a minute; its id is the account's. It is separate from the account,
 * so that a use does not change the account's version.
 */
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
