/**
 * Why a rule cannot be compiled. `code` is stable, `reason` explains it without echoing values, `line` is the 1-based
 * line in the rule's text.
 */
export interface Fault {
  readonly code: FaultCode
  readonly reason: string
  readonly line: number | undefined
}

/** A {@link Fault} thrown while compiling. */
export class RuleFault extends Error implements Fault {
  readonly code: FaultCode
  readonly reason: string
  readonly line: number | undefined

  constructor(code: FaultCode, reason: string, line?: number) {
    super(reason)
    this.name = 'RuleFault'
    this.code = code
    this.reason = reason
    this.line = line
  }
}

/** A fault as plain data, which can be sent to another thread. */
export const faultData = ({ code, reason, line }: Fault): Fault => ({ code, reason, line })

export type FaultCode =
  | 'yaml_invalid'
  | 'rule_too_large'
  | 'rule_malformed'
  | 'logsource_unsupported'
  | 'modifier_unsupported'
  | 'value_invalid'
  | 'regex_unsupported'
  | 'regex_too_large'
  | 'placeholder_without_values'
  | 'condition_invalid'
  | 'correlation_unsupported'
  | 'reference_unresolved'
  | 'duplicate_id'
  | 'compile_timeout'
