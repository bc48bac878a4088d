export const PLATFORMS = [
  ['linux', 'Linux'],
  ['macos', 'macOS'],
  ['windows', 'Windows'],
] as const
export type Platform = (typeof PLATFORMS)[number][0]

const NAMES = { linux: 'linux', macos: 'darwin', windows: 'windows' } as const

/**
 * Commands that make a key and exchange a token with only openssl and curl, as in `docs/agent-authors.md`. They prompt
 * for the token, so that it is in no shell history. If the console is served by the API's plain listener, they use the
 * agents' default port.
 */
export function enrolCommand(
  platform: Platform,
  agentClass: string,
  at: { readonly protocol: string; readonly hostname: string; readonly host: string },
): string {
  const origin = at.protocol === 'https:' ? `https://${at.host}` : `https://${at.hostname}:8443`
  const named = agentClass === 'endpoint' ? `,"platform":"${NAMES[platform]}"` : ''
  if (platform === 'windows') {
    return [
      '$t = Read-Host "Token" -MaskInput',
      'openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -keyout agent.key -subj "/CN=agent" -out agent.csr',
      '$n = openssl rand -base64 24 | % { $_.Replace("+","-").Replace("/","_") }',
      `$b = @{enrollment_token=$t; nonce=$n; csr=(Get-Content -Raw agent.csr); agent_class="${agentClass}"${agentClass === 'endpoint' ? '; platform="windows"' : ''}} | ConvertTo-Json`,
      `$b | curl.exe --cacert ca.pem -sS --json "@-" ${origin}/api/v1/agent-enrollment/exchange -o identity.json`,
    ].join('\n')
  }
  return [
    'umask 077; printf "Token: "; stty -echo; read -r T; stty echo; echo',
    'openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout agent.key -subj /CN=agent -out agent.csr',
    "N=$(openssl rand -base64 24 | tr '+/' '-_')",
    'C=$(awk \'{printf "%s\\\\n", $0}\' agent.csr)',
    `printf '{"enrollment_token":"%s","nonce":"%s","csr":"%s","agent_class":"${agentClass}"${named}}' "$T" "$N" "$C" |`,
    `  curl --cacert ca.pem -sS -H 'Content-Type: application/json' --data-binary @- ${origin}/api/v1/agent-enrollment/exchange -o identity.json`,
  ].join('\n')
}
