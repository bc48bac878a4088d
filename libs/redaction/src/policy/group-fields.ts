import type { FieldClass } from './policy.ts'

const of = (fieldClass: FieldClass, names: string): [string, FieldClass][] =>
  names
    .toLowerCase()
    .split(' ')
    .map(name => [name, fieldClass])

/**
 * Original field names by which rules group (Sigma's, lower case). Values of a field that is neither here nor a path of
 * `log_event` are treated as names of people.
 */
export const groupFields: Readonly<Record<string, FieldClass>> = Object.fromEntries([
  ...of(
    'pseudonym:user',
    'User UserName TargetUserName SubjectUserName TargetOutboundUserName SourceUser TargetUser ParentUser AccountName SamAccountName user_name acct ruser logname suser duser cs-username',
  ),
  ...of('pseudonym:sid', 'TargetUserSid SubjectUserSid TargetSid MemberSid UserSid'),
  ...of('pseudonym:email', 'email sender recipient userPrincipalName UserId'),
  ...of(
    'pseudonym:ip',
    'IpAddress SourceIp DestinationIp SourceAddress DestAddress src dst src_ip dst_ip c-ip s-ip rhost addr ClientAddress sourceIPAddress',
  ),
  ...of('pseudonym:mac', 'src_mac dst_mac mac'),
  ...of(
    'pseudonym:host',
    'Computer ComputerName WorkstationName Workstation SourceHostname DestinationHostname TargetServerName TargetDomainName SubjectDomainName hostname host dvchost shost dhost',
  ),
  ...of(
    'text',
    'Image ParentImage SourceImage TargetImage CommandLine ParentCommandLine OriginalFileName TargetFilename TargetObject ImageLoaded Details QueryName ServiceName ProcessName NewProcessName ParentProcessName ShareName RelativeTargetName ObjectName program unit cs-uri-stem cs-uri-query c-useragent',
  ),
  ...of('small|text', 'EventID LogonType DestinationPort SourcePort IpPort sc-status'),
  ...of('hex_number|text', 'Status SubStatus TicketEncryptionType TicketOptions'),
  ...of('boolean|text', 'DestinationIsIpv6 Initiated'),
  ...of('ocsf_integrity|text', 'IntegrityLevel'),
  ...of('outcome|text', 'outcome'),
  ...of('severity|text', 'severity'),
  ...of('text', 'EventType Channel Provider_Name Protocol action'),
])
