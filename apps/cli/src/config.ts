/** The operator's environment, as the services would read it. The command itself takes everything else from its options. */
export const environment = (): NodeJS.ProcessEnv => process.env
