import type { ValueType } from './value-type.ts'

const list = (members: string): ValueType => ({ of: 'list', members: members.trim().split(/\s*,\s*/) })
const words = (members: string): ValueType => ({ of: 'list', members: members.trim().split(/\s+/) })

/**
 * Captions and names of OCSF 1.8, from https://schema.ocsf.io. `Unknown` and `Other` are in every enumeration. What a
 * source writes instead of a caption is no member.
 */
export const ocsfLists = {
  ocsf_category: words(
    'uncategorized system_activity findings identity_access_management network_activity discovery application_activity remediation unmanned_systems',
  ),
  ocsf_category_uid: { of: 'number', min: 0, max: 99 },
  ocsf_class: words(`
    base_event file_activity kernel_extension_activity kernel_activity memory_activity module_activity
    scheduled_job_activity process_activity event_log_activity script_activity peripheral_activity security_finding
    vulnerability_finding compliance_finding detection_finding incident_finding data_security_finding
    application_security_posture_finding iam_analysis_finding account_change authentication authorize_session
    entity_management user_access group_management network_activity http_activity dns_activity dhcp_activity
    rdp_activity smb_activity ssh_activity ftp_activity email_activity network_file_activity email_file_activity
    email_url_activity ntp_activity tunnel_activity inventory_info config_state user_inventory patch_state
    device_config_state_change software_info osint_inventory_info cloud_resources_inventory_info
    web_resources_activity application_lifecycle api_activity web_resource_access_activity datastore_activity
    file_hosting scan_activity application_error remediation_activity file_remediation_activity
    process_remediation_activity network_remediation_activity drone_flights_activity airborne_broadcast_activity
    registry_key_activity registry_value_activity windows_resource_activity windows_service_activity`),
  ocsf_activity: list(`
    Unknown, Other, Create, Read, Update, Delete, Rename, Set Attributes, Set Security, Get Attributes, Get Security,
    Encrypt, Decrypt, Mount, Unmount, Open, Close, Load, Unload, Invoke, Enable, Disable, Start, Stop, Restart,
    Launch, Terminate, Inject, Set User ID, Clear, Export, Archive, Rotate, Execute, Password Change, Password Reset,
    Attach Policy, Detach Policy, Lock, Unlock, MFA Factor Enable, MFA Factor Disable, Logon, Logoff,
    Authentication Ticket, Service Ticket Request, Service Ticket Renew, Preauth, Account Switch, Assign Privileges,
    Revoke Privileges, Assign Groups, Add User, Remove User, Reset, Fail, Refuse, Traffic, Listen, Connect, Get, Head,
    Options, Post, Put, Trace, Patch, Query, Response, File Supersede, File Open, File Create, File Open If,
    File Overwrite, File Overwrite If, Modify, Set, Access, Delete Request, Permissions Modification, Reconfigure,
    Pause, Continue, Allocate Page, Modify Page, Delete Page, Buffer Overflow, Disable DEP, Enable DEP, Map View,
    Send, Receive, Scan, Log, Collect, Discover, Offer, Request, Decline, Ack, Nak, Release, Inform, Expire,
    Initial Request, Initial Response, Connect Request, Connect Response, TLS Handshake, Disconnect, Renew, Upload,
    Download, Install, Remove, Reinstall, Import, Share, Unshare, Access Grant, Access Deny, Access Revoke,
    Access Error, Suppress, Resolve, Reopen, Move, Isolate, Restore, Evict, Harden, Detect, Copy, Sync, Write, Eject,
    Suppressed, Enroll, Unenroll, Activate, Deactivate, Suspend, Resume, Add Subgroup, Remove Subgroup, Reconnect,
    Poll, List, MTA Relay, Preview, Unsync, Symmetric Active Exchange, Symmetric Passive Response,
    Client Synchronization, Server Response, Broadcast, Control, Private Use Case, Search, Access Check, Started,
    Completed, Cancelled, Duration Violation, Pause Violation, Error, Paused, Resumed, Restarted, Delayed,
    General Error, Translation Error, Capture, Record`),
  ocsf_status: list(`
    Unknown, Other, Success, Failure, New, In Progress, Suppressed, Resolved, Archived, Deleted, On Hold, Closed`),
  ocsf_action: list('Unknown, Other, Allowed, Denied, Observed, Modified'),
  ocsf_disposition: list(`
    Unknown, Other, Allowed, Blocked, Quarantined, Isolated, Deleted, Dropped, Custom Action, Approved, Restored,
    Exonerated, Corrected, Partially Corrected, Uncorrected, Delayed, Detected, No Action, Logged, Tagged, Alert,
    Count, Reset, Captcha, Challenge, Access Revoked, Rejected, Unauthorized, Error`),
  ocsf_level: list('Unknown, Other, Info, Informational, Low, Medium, High, Critical, Fatal'),
  ocsf_user_type: list(`
    Unknown, Other, User, Admin, System, Service, Root, IAMUser, AssumedRole, FederatedUser, AWSAccount, AWSService,
    Role, SAMLUser, WebIdentityUser, Directory, IdentityCenterUser`),
  ocsf_account_type: list(`
    Unknown, Other, LDAP Account, Windows Account, AWS IAM User, AWS IAM Role, GCP Account, Azure AD Account,
    Mac OS Account, Apple Account, Linux Account, AWS Account, GCP Project, OCI Compartment, Azure Subscription,
    Salesforce Account, Google Workspace, Servicenow Instance, M365 Tenant, Email Account`),
  ocsf_file_type: list(`
    Unknown, Other, Regular File, Folder, Character Device, Block Device, Local Socket, Named Pipe, Symbolic Link,
    Executable File`),
  ocsf_hash: list(`
    Unknown, Other, MD5, SHA-1, SHA-256, SHA-512, SHA-224, SHA-384, CTPH, TLSH, quickXorHash, SSDEEP, VHASH, IMPHASH,
    MAGIKA, RPM`),
  ocsf_signature_state: list(
    'Unknown, Other, Valid, Expired, Revoked, Suspended, Pending, Invalid, Unavailable, Unsigned',
  ),
  ocsf_signature_algorithm: list('Unknown, Other, DSA, RSA, ECDSA, Authenticode'),
  ocsf_integrity: list('Unknown, Other, Untrusted, Low, Medium, MediumPlus, High, System, Protected'),
  ocsf_endpoint_type: list(`
    Unknown, Other, Server, Desktop, Laptop, Tablet, Mobile, Virtual, IOT, Browser, Firewall, Switch, Hub, Router, IDS,
    IPS, Load Balancer, Mainframe, Workstation`),
  ocsf_os_type: list(`
    Unknown, Other, Windows, Windows Mobile, Linux, Android, macOS, iOS, iPadOS, Solaris, AIX, HP-UX, ChromeOS, FreeBSD,
    windows, linux, macos, android, ios`),
  ocsf_logon_type: list(`
    Unknown, Other, System, Interactive, Network, Batch, OS Service, Unlock, Network Cleartext, New Credentials,
    Remote Interactive, Cached Interactive, Cached Remote Interactive, Cached Unlock`),
  ocsf_load_type: list('Unknown, Other, Standard, Non Standard, ShellCode, Mapped, NonStandard Backed'),
  ocsf_run_state: list('Unknown, Other, Ready, Queued, Running, Stopped'),
  ocsf_registry_type: list(`
    Unknown, Other, REG_BINARY, REG_DWORD, REG_DWORD_BIG_ENDIAN, REG_EXPAND_SZ, REG_LINK, REG_MULTI_SZ, REG_NONE,
    REG_QWORD, REG_QWORD_LITTLE_ENDIAN, REG_SZ`),
  ocsf_kernel_type: list('Unknown, Other, Shared Mutex, System Call'),
  ocsf_direction: list('Unknown, Other, Inbound, Outbound, Lateral, Local, inbound, outbound, internal, external'),
  ocsf_boundary: list(`
    Unknown, Other, Localhost, Internal, External, Same VPC, Internet/VPC Gateway, Virtual Private Gateway,
    Intra-region VPC, Inter-region VPC, Local Gateway, Gateway VPC, Internet Gateway`),
  ocsf_protocol_version: list(
    'Unknown, Other, Internet Protocol version 4 (IPv4), Internet Protocol version 6 (IPv6), IPv4, IPv6',
  ),
  ocsf_opcode: list('Unknown, Other, Query, Inverse Query, Status, Reserved, Notify, Update, DSO Message'),
  ocsf_rcode: list(`
    Unknown, Other, NoError, FormError, ServError, NXDomain, NotImp, Refused, YXDomain, YXRRSet, NXRRSet, NotAuth,
    NotZone, DSOTYPENI, BADSIG_VERS, BADKEY, BADTIME, BADMODE, BADNAME, BADALG, BADTRUNC, BADCOOKIE, Unassigned,
    Reserved`),
  ocsf_profile: words(`
    cloud container data_classification datetime date_time host incident linux_users load_balancer
    malware network_proxy osint security_control trace ai_operation`),
  /** ISO 3166-1 alpha-2. */
  country: words(`
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
    CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
    GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
    KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
    MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
    SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
    UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`),
  continent: list(
    'Africa, Antarctica, Asia, Europe, North America, Oceania, South America, AF, AN, AS, EU, NA, OC, SA',
  ),
} as const satisfies Readonly<Record<string, ValueType>>
