/** The most events per request. With one more, nothing of it is accepted (contract, section 8). */
export const MAX_BATCH = 100
