/** The operator's environment, as the services read it. The command takes everything else from its options. */
export const environment = (): NodeJS.ProcessEnv => process.env
