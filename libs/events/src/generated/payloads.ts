// Generated from event-schemas/ by `npm run schemas:generate`. Do not edit.

/**
 * The source as registered.
 */
export interface LogSourceRegisteredPayload {
  /**
   * The source.
   */
  log_source_id: string;
  /**
   * The source's id. The name that an operator gave it says GET /log-sources/{source_id}.
   */
  name: string;
  /**
   * The format in which the source's raw events are read (LogFormat in the OpenAPI document).
   */
  format: string;
  /**
   * Null: what an operator typed is not told.
   */
  vendor: string | null;
  /**
   * Null: what an operator typed is not told.
   */
  product: string | null;
  /**
   * IANA time zone used for times without one.
   */
  timezone: string;
  /**
   * Version of the registration.
   */
  version: number;
}

/**
 * The raw log and how to read it. What a stranger, a collector or an operator wrote is sealed.
 */
export interface LogEventReceivedPayload {
  /**
   * The event's id, the same for every delivery of one event_ref of one source.
   */
  event_id: string;
  /**
   * The ingest request that delivered it.
   */
  batch_id: string;
  /**
   * Its position in that request.
   */
  batch_index: number;
  /**
   * The source.
   */
  log_source_id: string;
  /**
   * The registration at the time when the log was accepted.
   */
  source: {
    /**
     * The format in which the source's raw events are read (LogFormat in the OpenAPI document).
     */
    format: string;
    /**
     * Vendor. Null: it is sealed.
     */
    vendor: string | null;
    /**
     * Product. Null: it is sealed.
     */
    product: string | null;
    /**
     * IANA time zone.
     */
    timezone: string;
    /**
     * Version of the registration.
     */
    version: number;
  };
  /**
   * The log text, or the compact JSON of a log object. At most 64 KiB of UTF-8. Empty: the text is sealed.
   */
  raw: string;
  /**
   * Whether the collector sent a text or a JSON object.
   */
  raw_kind: "text" | "object";
  /**
   * The collector's own reference. Null: it is sealed.
   */
  event_ref: string | null;
  /**
   * When the collector saw it.
   */
  observed_at: string | null;
  /**
   * The asset that the collector names.
   */
  asset_id: string | null;
  /**
   * When the platform accepted it.
   */
  received_at: string;
  /**
   * Whether invalid UTF-8 was replaced by U+FFFD.
   */
  encoding_replaced: boolean;
  /**
   * The raw log and the collector's reference in clear, for Wardline's own services. Outside it, raw is empty.
   */
  sealed?: {
    /**
     * The purpose and the epoch of the key. Each tenant has its own.
     */
    key_id: string;
    /**
     * Base64 of a nonce of 12 bytes, the tag of 16 bytes and the cipher text (AES-256-GCM) of a JSON object. The envelope's kind, id and tenant_id are authenticated.
     */
    box: string;
  };
}

/**
 * What can be told of a searchable event without naming anybody. What rules see is sealed.
 */
export interface LogEventNormalizedPayload {
  /**
   * The event.
   */
  event_id: string;
  /**
   * The source.
   */
  log_source_id: string;
  /**
   * The asset that the event is about.
   */
  asset_id: string | null;
  /**
   * The day from which retention counts.
   */
  partition_day: string;
  /**
   * The retention class of its partition.
   */
  retention_class: string;
  /**
   * When the event happened, by the best evidence.
   */
  event_time: string;
  /**
   * When the platform accepted the raw log.
   */
  received_at: string;
  /**
   * The product that wrote the log, for routing it to rules.
   */
  product: {
    /**
     * Registered vendor. Null: it is sealed.
     */
    vendor: string | null;
    /**
     * Registered product. Null: it is sealed.
     */
    product: string | null;
    /**
     * The recognized format.
     */
    format: string;
  };
  /**
   * Members of the normalized event, GET /logs/{event_id}, that name nobody: ids, times, numbers, names of OCSF classes and categories, the redacted summary, and pseudonyms of users, addresses and hosts.
   */
  event: {
    [k: string]: unknown;
  };
  /**
   * Empty: what rules see is sealed.
   */
  source_fields: {
    [k: string]: unknown;
  };
  /**
   * The raw log's position on its topic. It keeps counting exact under redelivery.
   */
  received_position: {
    /**
     * Partition.
     */
    partition: number;
    /**
     * Offset as a decimal text.
     */
    offset: string;
  } | null;
  /**
   * The event and the source fields in clear, for Wardline's own services.
   */
  sealed?: {
    /**
     * The purpose and the epoch of the key. Each tenant has its own.
     */
    key_id: string;
    /**
     * Base64 of a nonce of 12 bytes, the tag of 16 bytes and the cipher text (AES-256-GCM) of a JSON object. The envelope's kind, id and tenant_id are authenticated.
     */
    box: string;
  };
}

/**
 * The detection.
 */
export interface SecurityAlertCreatedPayload {
  /**
   * The alert's id. The same rule, version, group and anchor event give the same id.
   */
  alert_id: string;
  /**
   * The rule that matched.
   */
  rule: {
    /**
     * The rule's id in Wardline.
     */
    rule_id: string;
    /**
     * The id in the rule itself.
     */
    sigma_id: string | null;
    /**
     * The rule's title. Of a rule of the tenant: redacted.
     */
    title: string;
    /**
     * The author named in the rule.
     */
    author: string | null;
    /**
     * The rule's licence.
     */
    license: string | null;
    /**
     * SHA-256 of the rule's source, lower-case hex.
     */
    version_hash: string;
    /**
     * The severity.
     */
    level: "informational" | "low" | "medium" | "high" | "critical";
    /**
     * Tags of the rule.
     *
     * @maxItems 100
     *
     * Items: A tag, e.g. attack.t1110.
     */
    tags: string[];
  };
  /**
   * The predicates that matched.
   *
   * @maxItems 100
   *
   * Items: One predicate that matched.
   */
  matched_conditions: {
    /**
     * Name of the selection.
     */
    selection: string;
    /**
     * The field; null for keywords.
     */
    field: string | null;
    /**
     * Modifiers, `|`-separated; empty for equality.
     */
    modifier: string;
    /**
     * The event's value, possibly shortened: a pseudonym of the tenant for a person, an address or a machine, redacted text, or null if it is not for topics.
     */
    value: string | null;
  }[];
  /**
   * event_ids of the raw logs behind the alert, at most the first 100.
   *
   * @maxItems 100
   *
   * Items: An event_id.
   */
  log_event_refs: string[];
  /**
   * event_ids of the normalized events behind the alert, at most the first 100.
   *
   * @maxItems 100
   *
   * Items: An event_id.
   */
  normalized_event_refs: string[];
  /**
   * log_source_ids of these events.
   *
   * @maxItems 100
   *
   * Items: A log_source_id.
   */
  source_log_ids: string[];
  /**
   * Whether there were more than 100 events.
   */
  refs_truncated: boolean;
  /**
   * Assets of these events.
   *
   * @maxItems 100
   *
   * Items: An asset id.
   */
  asset_ids: string[];
  /**
   * The confidence of the rule.
   */
  confidence: "low" | "medium" | "high";
  /**
   * The severity.
   */
  severity: "informational" | "low" | "medium" | "high" | "critical";
  /**
   * Group-by fields and values of a correlation: pseudonyms of the tenant for persons, addresses and machines.
   */
  group: {
    [k: string]: unknown;
  } | null;
  /**
   * The true number of events.
   */
  count: number;
  /**
   * Earliest event time.
   */
  first_event_at: string;
  /**
   * Latest event time.
   */
  last_event_at: string;
  /**
   * The group and the matched conditions in clear, and a rule of the tenant as it was written, for Wardline's own services.
   */
  sealed?: {
    /**
     * The purpose and the epoch of the key. Each tenant has its own.
     */
    key_id: string;
    /**
     * Base64 of a nonce of 12 bytes, the tag of 16 bytes and the cipher text (AES-256-GCM) of a JSON object. The envelope's kind, id and tenant_id are authenticated.
     */
    box: string;
  };
}

/**
 * The new alert as it leaves the platform, without people in clear.
 */
export interface AlertCreatedPayload {
  /**
   * The alert's id. The same rule, version, group and anchor event give the same id.
   */
  alert_id: string;
  /**
   * The rule that matched.
   */
  rule: {
    /**
     * The rule's id in Wardline.
     */
    rule_id: string;
    /**
     * The id in the rule itself.
     */
    sigma_id: string | null;
    /**
     * The rule's title. Of a rule of the tenant: redacted.
     */
    title: string;
    /**
     * The author named in the rule.
     */
    author: string | null;
    /**
     * The rule's licence.
     */
    license: string | null;
    /**
     * SHA-256 of the rule's source, lower-case hex.
     */
    version_hash: string;
    /**
     * The severity.
     */
    level: "informational" | "low" | "medium" | "high" | "critical";
    /**
     * Tags of the rule.
     *
     * @maxItems 100
     *
     * Items: A tag, e.g. attack.t1110.
     */
    tags: string[];
  };
  /**
   * The predicates that matched.
   *
   * @maxItems 100
   *
   * Items: One predicate that matched.
   */
  matched_conditions: {
    /**
     * Name of the selection.
     */
    selection: string;
    /**
     * The field; null for keywords.
     */
    field: string | null;
    /**
     * Modifiers, `|`-separated; empty for equality.
     */
    modifier: string;
    /**
     * The event's value, possibly shortened: a pseudonym of the tenant for a person, an address or a machine, redacted text, or null if it is not for topics.
     */
    value: string | null;
  }[];
  /**
   * event_ids of the raw logs behind the alert, at most the first 100.
   *
   * @maxItems 100
   *
   * Items: An event_id.
   */
  log_event_refs: string[];
  /**
   * event_ids of the normalized events behind the alert, at most the first 100.
   *
   * @maxItems 100
   *
   * Items: An event_id.
   */
  normalized_event_refs: string[];
  /**
   * log_source_ids of these events.
   *
   * @maxItems 100
   *
   * Items: A log_source_id.
   */
  source_log_ids: string[];
  /**
   * Whether there were more than 100 events.
   */
  refs_truncated: boolean;
  /**
   * Assets of these events.
   *
   * @maxItems 100
   *
   * Items: An asset id.
   */
  asset_ids: string[];
  /**
   * The confidence of the rule.
   */
  confidence: "low" | "medium" | "high";
  /**
   * The severity.
   */
  severity: "informational" | "low" | "medium" | "high" | "critical";
  /**
   * Group-by fields and values of a correlation: pseudonyms of the tenant for persons, addresses and machines.
   */
  group: {
    [k: string]: unknown;
  } | null;
  /**
   * The true number of events.
   */
  count: number;
  /**
   * Earliest event time.
   */
  first_event_at: string;
  /**
   * Latest event time.
   */
  last_event_at: string;
  /**
   * The alert's number within its tenant, assigned at creation and never changed.
   */
  sequence: number;
  /**
   * State at creation.
   */
  status: "open" | "acknowledged" | "closed";
  /**
   * The ticket opened for the alert.
   */
  ticket_id: string | null;
  /**
   * The group and the matched conditions in clear, for Wardline's own services.
   */
  sealed?: {
    /**
     * The purpose and the epoch of the key. Each tenant has its own.
     */
    key_id: string;
    /**
     * Base64 of a nonce of 12 bytes, the tag of 16 bytes and the cipher text (AES-256-GCM) of a JSON object. The envelope's kind, id and tenant_id are authenticated.
     */
    box: string;
  };
  /**
   * The rule, the group and the matched conditions in clear, for the consumers whose public keys the tenant has registered: a JWE (RFC 7516, general JSON serialization, ECDH-ES+A256KW and A256GCM). Its plaintext is a JSON object with alert_id, tenant_id, rule, group and matched_conditions. Absent without such keys.
   */
  jwe?: {
    /**
     * The protected header, base64url of JSON: enc and typ, and with a single recipient epk.
     */
    protected: string;
    /**
     * One entry for each key.
     *
     * @minItems 1
     * @maxItems 4
     *
     * Items: What one key opens.
     */
    recipients: {
      /**
       * The recipient's header.
       */
      header: {
        /**
         * How the content key is encrypted.
         */
        alg: "ECDH-ES+A256KW";
        /**
         * RFC 7638 thumbprint of the recipient's key.
         */
        kid: string;
        /**
         * The sender's ephemeral public key.
         */
        epk?: {
          /**
           * Type of the key.
           */
          kty: "OKP" | "EC";
          /**
           * Its curve.
           */
          crv: "X25519" | "P-256";
          /**
           * A coordinate.
           */
          x: string;
          /**
           * The other coordinate, of P-256.
           */
          y?: string;
        };
      };
      /**
       * The content key for this recipient.
       */
      encrypted_key: string;
    }[];
    /**
     * The nonce.
     */
    iv: string;
    /**
     * The clear part, encrypted.
     */
    ciphertext: string;
    /**
     * The authentication tag.
     */
    tag: string;
  };
}

/**
 * The identity's platform metadata. No host name, fingerprint or certificate text.
 */
export interface AgentMacosEnrolledPayload {
  /**
   * The agent.
   */
  agent_id: string;
  /**
   * Its asset, once known.
   */
  asset_id: string | null;
  /**
   * The class of the agent. Only endpoints can be darwin.
   */
  agent_class: "endpoint";
  /**
   * macOS.
   */
  platform: "darwin";
  /**
   * macOS version.
   */
  os_version: string | null;
  /**
   * Version of the agent, if what it says has the form of one.
   */
  agent_version: string | null;
  /**
   * Serial number of the certificate, lower-case hex.
   */
  serial_number: string;
  /**
   * Expiry of the certificate.
   */
  not_after: string;
  /**
   * When the agent enrolled.
   */
  enrolled_at: string;
}

/**
 * The result of the sync.
 */
export interface IntegrationMdmSyncCompletedPayload {
  /**
   * The connection.
   */
  connection_id: string;
  /**
   * The run.
   */
  sync_run_id: string;
  /**
   * The provider.
   */
  provider: "microsoft_graph" | "jamf_pro";
  /**
   * How it ended.
   */
  state: "succeeded" | "partial" | "failed" | "throttled";
  /**
   * Stable code of the failure.
   */
  error_code: string | null;
  /**
   * Counts of devices.
   */
  counts: {
    /**
     * Devices read from the provider.
     */
    seen: number;
    /**
     * Devices that were new.
     */
    created: number;
    /**
     * Devices that changed.
     */
    changed: number;
    /**
     * Devices that did not change.
     */
    unchanged: number;
    /**
     * Known devices that the provider did not report.
     */
    missing: number;
  };
  /**
   * When the sync started.
   */
  started_at: string;
  /**
   * When the sync ended.
   */
  finished_at: string;
}

/**
 * The match.
 */
export interface InternalDetectionMatchPayload {
  /**
   * The correlation rule.
   */
  rule_id: string;
  /**
   * Hash of the correlation rule and the rules that it refers to.
   */
  version_hash: string;
  /**
   * Name or id of the rule that matched. Empty: it is sealed.
   */
  base_rule: string;
  /**
   * Digest of the group values.
   */
  group_key: string;
  /**
   * Group-by fields and values. Empty: they are sealed.
   */
  group: {
    [k: string]: unknown;
  };
  /**
   * The counted value of value_count. Null: it is sealed.
   */
  value: string | null;
  /**
   * The event.
   */
  event_id: string;
  /**
   * Its source.
   */
  log_source_id: string;
  /**
   * Its asset.
   */
  asset_id: string | null;
  /**
   * Its time.
   */
  event_time: string;
  /**
   * The predicates that matched. Empty: they are sealed.
   *
   * @maxItems 100
   *
   * Items: One predicate that matched.
   */
  matched_conditions: {
    /**
     * Name of the selection.
     */
    selection: string;
    /**
     * The field; null for keywords.
     */
    field: string | null;
    /**
     * Modifiers, `|`-separated; empty for equality.
     */
    modifier: string;
    /**
     * The event's value, possibly shortened.
     */
    value: string | null;
  }[];
  /**
   * Position of the raw log.
   */
  received_position: {
    /**
     * Partition.
     */
    partition: number;
    /**
     * Offset.
     */
    offset: string;
  } | null;
  /**
   * The group, the counted value and the matched conditions in clear, for Wardline's own services.
   */
  sealed?: {
    /**
     * The purpose and the epoch of the key. Each tenant has its own.
     */
    key_id: string;
    /**
     * Base64 of a nonce of 12 bytes, the tag of 16 bytes and the cipher text (AES-256-GCM) of a JSON object. The envelope's kind, id and tenant_id are authenticated.
     */
    box: string;
  };
}

/**
 * The fact. Only ids, counts, codes and settings; never personal data, secrets or raw payloads.
 */
export interface InternalEvidenceFactPayload {
  /**
   * The type of evidence that the fact becomes.
   */
  evidence_type:
    | "alert"
    | "mdm_sync"
    | "enrollment"
    | "revocation"
    | "retention_move"
    | "rule_change"
    | "policy_change"
    | "settings_change"
    | "ticket_closure";
  /**
   * The record.
   */
  subject: {
    /**
     * Kind of record.
     */
    type: string;
    /**
     * Its id.
     */
    id: string;
  };
  /**
   * One sentence without personal data.
   */
  summary: string;
  /**
   * Controls that the fact supports.
   *
   * @maxItems 100
   *
   * Items: A control, e.g. soc2:CC6.1.
   */
  controls: string[];
  /**
   * Ids, counts, codes and settings.
   */
  details: {
    [k: string]: unknown;
  };
}

/** Payload of each event kind. */
export interface Payloads {
  'log.source.registered': LogSourceRegisteredPayload
  'log.event.received': LogEventReceivedPayload
  'log.event.normalized': LogEventNormalizedPayload
  'security.alert.created': SecurityAlertCreatedPayload
  'alert.created': AlertCreatedPayload
  'agent.macos.enrolled': AgentMacosEnrolledPayload
  'integration.mdm.sync_completed': IntegrationMdmSyncCompletedPayload
  'internal.detection.match': InternalDetectionMatchPayload
  'internal.evidence.fact': InternalEvidenceFactPayload
}
