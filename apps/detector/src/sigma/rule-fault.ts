/** Why a rule cannot be compiled. `code` is stable, `reason` says it in words without echoing values, `line` is 1-based in the rule's text. */
export class RuleFault extends Error {
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
