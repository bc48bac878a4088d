/**
 * Other names for the fields in rules, tried in order if an event has no field with the rule's name. `@` marks a path
 * in the normalized event; the rest are names that products use for the same thing (Sigma taxonomy).
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  Provider_Name: ['ProviderName', 'SourceName', 'EventSourceName'],
  Computer: ['ComputerName', 'Hostname', '@device.hostname'],
  ComputerName: ['Computer', 'Hostname', '@device.hostname'],
  Hostname: ['Computer', 'ComputerName', '@device.hostname'],
  // Security 4688 in addition to Sysmon 1, and the process fields of Linux and macOS sources.
  Image: ['NewProcessName', 'exe', '@process.file.path'],
  CommandLine: ['ProcessCommandLine', 'cmdline', '@process.cmd_line'],
  ParentImage: ['ParentProcessName', '@process.parent_process.file.path'],
  ParentCommandLine: ['@process.parent_process.cmd_line'],
  User: ['SubjectUserName', '@actor.user.name'],
  CurrentDirectory: ['cwd', '@process.working_directory'],
  TargetFilename: ['@file.path'],
  QueryName: ['@query.hostname'],
  DestinationIp: ['@dst_endpoint.ip'],
  DestinationPort: ['@dst_endpoint.port'],
  DestinationHostname: ['@dst_endpoint.hostname'],
  SourceIp: ['@src_endpoint.ip'],
  SourcePort: ['@src_endpoint.port'],
  // W3C names of web logs. Access logs in other formats do not use them.
  'cs-method': ['@http_request.http_method'],
  'cs-uri': ['c-uri', '@http_request.url.url_string'],
  'c-uri': ['cs-uri', '@http_request.url.url_string'],
  'cs-uri-query': ['c-uri-query', '@http_request.url.query_string', 'c-uri', 'cs-uri', '@http_request.url.url_string'],
  'c-uri-query': ['cs-uri-query', '@http_request.url.query_string'],
  'cs-uri-stem': ['@http_request.url.path', 'c-uri', '@http_request.url.url_string'],
  'cs-host': ['r-dns', '@http_request.url.hostname'],
  'cs-user-agent': ['c-useragent', '@http_request.user_agent'],
  'c-useragent': ['cs-user-agent', '@http_request.user_agent'],
  'cs-referer': ['cs-referrer', '@http_request.referrer'],
  'sc-status': ['@http_response.code'],
  'c-ip': ['@src_endpoint.ip'],
  query: ['@query.hostname'],
  src_ip: ['@src_endpoint.ip'],
  dst_ip: ['@dst_endpoint.ip'],
  src_port: ['@src_endpoint.port'],
  dst_port: ['@dst_endpoint.port'],
  action: ['@unmapped.action'],
}

export const aliasesOf = (field: string): readonly string[] => (Object.hasOwn(ALIASES, field) ? ALIASES[field]! : [])
