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
   * The name that its operator gave it.
   */
  name: string;
  /**
   * How the source's raw events are read (LogFormat in the OpenAPI document).
   */
  format: string;
  /**
   * Vendor of what writes the logs.
   */
  vendor: string | null;
  /**
   * Product that writes the logs.
   */
  product: string | null;
  /**
   * IANA time zone that stands in for a missing one.
   */
  timezone: string;
  /**
   * Version of the registration.
   */
  version: number;
}

/**
 * The raw log and how to read it.
 */
export interface LogEventReceivedPayload {
  /**
   * The event, the same for every delivery of one event_ref of one source.
   */
  event_id: string;
  /**
   * The ingest request that brought it.
   */
  batch_id: string;
  /**
   * Its place in that request.
   */
  batch_index: number;
  /**
   * The source.
   */
  log_source_id: string;
  /**
   * The registration as it was when the log was accepted.
   */
  source: {
    /**
     * How the source's raw events are read (LogFormat in the OpenAPI document).
     */
    format: string;
    /**
     * Vendor.
     */
    vendor: string | null;
    /**
     * Product.
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
   * The log text, or the compact JSON of a log object. At most 64 KiB of UTF-8.
   */
  raw: string;
  /**
   * Whether the collector sent a text or a JSON object.
   */
  raw_kind: "text" | "object";
  /**
   * The collector's own reference.
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
}

/**
 * The event as searchable, and the fields that rules see.
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
   * The asset it concerns.
   */
  asset_id: string | null;
  /**
   * The day that retention counts from.
   */
  partition_day: string;
  /**
   * The retention class of its partition.
   */
  retention_class: string;
  /**
   * When it happened, by the best evidence.
   */
  event_time: string;
  /**
   * When the platform accepted the raw log.
   */
  received_at: string;
  /**
   * What wrote it, for routing of rules.
   */
  product: {
    /**
     * Registered vendor.
     */
    vendor: string | null;
    /**
     * Registered product.
     */
    product: string | null;
    /**
     * Format that was recognised.
     */
    format: string;
  };
  /**
   * The normalized event, the body of GET /logs/{event_id}: OCSF 1.8 names on the top level.
   */
  event: {
    [k: string]: unknown;
  };
  /**
   * The original field names (spaces removed) and values, with nothing but secrets replaced. For rules only.
   */
  source_fields: {
    [k: string]: unknown;
  };
  /**
   * Where the raw log lies on its topic: what makes counting exact under redelivery.
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
}

/**
 * The detection.
 */
export interface SecurityAlertCreatedPayload {
  /**
   * The alert: the same for the same rule, version, group and anchor event.
   */
  alert_id: string;
  /**
   * The rule that matched.
   */
  rule: {
    /**
     * Its id here.
     */
    rule_id: string;
    /**
     * Its own id.
     */
    sigma_id: string | null;
    /**
     * Its title.
     */
    title: string;
    /**
     * Its author, as the rule says.
     */
    author: string | null;
    /**
     * Its licence.
     */
    license: string | null;
    /**
     * SHA-256 of its source, lower-case hex.
     */
    version_hash: string;
    /**
     * How bad it is.
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
   * Which predicates held.
   *
   * @maxItems 100
   *
   * Items: One predicate that held.
   */
  matched_conditions: {
    /**
     * Name of the selection.
     */
    selection: string;
    /**
     * Field, null for keywords.
     */
    field: string | null;
    /**
     * Modifiers, `|`-separated; empty for equality.
     */
    modifier: string;
    /**
     * The event's value, cut.
     */
    value: string | null;
  }[];
  /**
   * event_ids of the raw logs behind it; the first 100.
   *
   * @maxItems 100
   *
   * Items: Event.
   */
  log_event_refs: string[];
  /**
   * event_ids of the normalized events behind it; the first 100.
   *
   * @maxItems 100
   *
   * Items: Event.
   */
  normalized_event_refs: string[];
  /**
   * log_source_ids of these events.
   *
   * @maxItems 100
   *
   * Items: Source.
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
   * Items: Asset.
   */
  asset_ids: string[];
  /**
   * How sure the rule is.
   */
  confidence: "low" | "medium" | "high";
  /**
   * How bad it is.
   */
  severity: "informational" | "low" | "medium" | "high" | "critical";
  /**
   * Group-by fields and values of a correlation.
   */
  group: {
    [k: string]: unknown;
  } | null;
  /**
   * How many events, truly.
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
}

/**
 * The alert as operators see it first.
 */
export interface AlertCreatedPayload {
  /**
   * The alert: the same for the same rule, version, group and anchor event.
   */
  alert_id: string;
  /**
   * The rule that matched.
   */
  rule: {
    /**
     * Its id here.
     */
    rule_id: string;
    /**
     * Its own id.
     */
    sigma_id: string | null;
    /**
     * Its title.
     */
    title: string;
    /**
     * Its author, as the rule says.
     */
    author: string | null;
    /**
     * Its licence.
     */
    license: string | null;
    /**
     * SHA-256 of its source, lower-case hex.
     */
    version_hash: string;
    /**
     * How bad it is.
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
   * Which predicates held.
   *
   * @maxItems 100
   *
   * Items: One predicate that held.
   */
  matched_conditions: {
    /**
     * Name of the selection.
     */
    selection: string;
    /**
     * Field, null for keywords.
     */
    field: string | null;
    /**
     * Modifiers, `|`-separated; empty for equality.
     */
    modifier: string;
    /**
     * The event's value, cut.
     */
    value: string | null;
  }[];
  /**
   * event_ids of the raw logs behind it; the first 100.
   *
   * @maxItems 100
   *
   * Items: Event.
   */
  log_event_refs: string[];
  /**
   * event_ids of the normalized events behind it; the first 100.
   *
   * @maxItems 100
   *
   * Items: Event.
   */
  normalized_event_refs: string[];
  /**
   * log_source_ids of these events.
   *
   * @maxItems 100
   *
   * Items: Source.
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
   * Items: Asset.
   */
  asset_ids: string[];
  /**
   * How sure the rule is.
   */
  confidence: "low" | "medium" | "high";
  /**
   * How bad it is.
   */
  severity: "informational" | "low" | "medium" | "high" | "critical";
  /**
   * Group-by fields and values of a correlation.
   */
  group: {
    [k: string]: unknown;
  } | null;
  /**
   * How many events, truly.
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
   * Per tenant, given at creation, never changed.
   */
  sequence: number;
  /**
   * State at creation.
   */
  status: "open" | "acknowledged" | "closed";
  /**
   * The ticket opened for it.
   */
  ticket_id: string | null;
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
   * Only endpoints may be darwin.
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
   * Version of the agent.
   */
  agent_version: string | null;
  /**
   * Of the certificate, lower-case hex.
   */
  serial_number: string;
  /**
   * Expiry of the certificate.
   */
  not_after: string;
  /**
   * When.
   */
  enrolled_at: string;
}

/**
 * How it went.
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
   * Stable code of what went wrong.
   */
  error_code: string | null;
  /**
   * Devices.
   */
  counts: {
    /**
     * Read from the provider.
     */
    seen: number;
    /**
     * New here.
     */
    created: number;
    /**
     * Changed.
     */
    changed: number;
    /**
     * Unchanged.
     */
    unchanged: number;
    /**
     * Known here but not seen.
     */
    missing: number;
  };
  /**
   * Start.
   */
  started_at: string;
  /**
   * End.
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
   * Of the correlation rule and the rules it refers to.
   */
  version_hash: string;
  /**
   * Name or id of the rule that matched.
   */
  base_rule: string;
  /**
   * Digest of the group values.
   */
  group_key: string;
  /**
   * Group-by fields and values.
   */
  group: {
    [k: string]: unknown;
  };
  /**
   * The counted value of value_count.
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
   * Which predicates held.
   *
   * @maxItems 100
   *
   * Items: One predicate that held.
   */
  matched_conditions: {
    /**
     * Name of the selection.
     */
    selection: string;
    /**
     * Field, null for keywords.
     */
    field: string | null;
    /**
     * Modifiers, `|`-separated; empty for equality.
     */
    modifier: string;
    /**
     * The event's value, cut.
     */
    value: string | null;
  }[];
  /**
   * Of the raw log.
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
}

/**
 * The fact. Only ids, counts, codes and settings; never personal data, secrets or raw payloads.
 */
export interface InternalEvidenceFactPayload {
  /**
   * What kind of evidence it makes.
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
   * Controls that it speaks to.
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
