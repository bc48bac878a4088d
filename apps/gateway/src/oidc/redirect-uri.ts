/** Where a provider sends browsers back to: what is registered there for this client, to the letter. */
export const redirectUri = (publicUrl: string): string => `${publicUrl}/api/v1/session/callback`
