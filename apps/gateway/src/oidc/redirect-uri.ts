/** Where a provider sends browsers back to: exactly the URI that is registered there for this client. */
export const redirectUri = (publicUrl: string): string => `${publicUrl}/api/v1/session/callback`
