// Generated from openapi/ by `npm run api:generate`. Do not edit.
export interface paths {
    "/api/v1/agent-enrollment/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange an enrolment token for an agent identity
         * @description One token gives one identity. The CSR supplies its key and nothing else; the service decides subject, names and usages of the
         *     certificate. A refused attempt stores nothing, and the token stays unused.
         *
         *     If the answer is lost, ask again with the same token, the same key and a **new** nonce: the same identity is given again, until
         *     the first heartbeat or for 24 hours. Refusals, in the order of the checks: 401 `enrollment_token_invalid` (unknown, expired,
         *     revoked or spent: the same answer), 422 `agent_class_mismatch`, 422 `platform_not_accepted` (darwin, or an os_version, with
         *     another class than endpoint), 422 `os_version_not_supported` (macOS before 13), 422 `csr_invalid`, 409 `nonce_reused`, 401
         *     `enrollment_token_invalid` (another key), 429 `too_many_attempts` (a 33rd nonce).
         */
        post: operations["exchangeEnrollment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List agents, newest first */
        get: operations["listAgents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        /** Read an agent */
        get: operations["readAgent"];
        put?: never;
        post?: never;
        /**
         * Remove an agent whose identity has ended
         * @description Only for an agent that is revoked, stale or superseded. A tombstone stays, so that its certificates are refused for good with 401
         *     `identity_unknown`. An active agent is 409 `state_conflict`: revoke it first. Its asset stays.
         */
        delete: operations["deleteAgent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/certificate/renew": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew an agent's certificate
         * @description For the agent itself, proven by its certificate, also for 90 days after the certificate has expired. The key may be the same or a
         *     new one. The old certificate stays valid until 24 hours after the new one is first seen. A lost answer is given again, with the
         *     same serial number, to a request with the same key and a new nonce.
         */
        post: operations["renewCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an agent's identity
         * @description Its certificates are refused everywhere within 5 seconds, on open connections too, with 403 `identity_revoked`, and the agent
         *     stops. Idempotent: the first reason stays. This cannot be undone; the machine must enrol again.
         */
        post: operations["revokeAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/agents/{agent_id}/telemetry/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report an endpoint's facts
         * @description For the agent itself, proven by its certificate. Only `hostname` is required. Further members are stored under `posture.extra` of
         *     the asset, up to 64 KiB, 256 keys and 8 levels. What exceeds that is left out and flagged, never refused. 401 and 403 mean that
         *     the identity has ended and the agent stops; after any other error, try again later.
         */
        post: operations["recordHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-consumer-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that alerts are encrypted for, oldest first
         * @description All of them on one page.
         */
        get: operations["listAlertConsumerKeys"];
        put?: never;
        /**
         * Let a consumer of alerts read their clear part
         * @description On topics and in webhooks alerts hold pseudonyms where their values are about people. Every alert made from now on also carries
         *     the clear values as a JWE (RFC 7516) for each key that is registered here, and only its owner can open it. Make a key pair where
         *     alerts are consumed, and send the public key as a JWK (RFC 7517): `OKP` with `X25519`, or `EC` with `P-256`, and `"use": "enc"`.
         *     A private key is refused. The key's id is its thumbprint (RFC 7638), whatever `kid` says.
         *
         *     Whoever has the private key reads what the tenant's admins read in alerts, without a record of each read. So this operation is on
         *     record, and only an admin may call it. A key that is registered already: 409 `state_conflict`. At most 4 per tenant: 409
         *     `limit_reached`.
         */
        post: operations["createAlertConsumerKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-consumer-keys/{kid}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's thumbprint. */
                kid: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Stop encrypting alerts for a key
         * @description At most two seconds later no alert is encrypted for it. What its owner has received stays readable to them.
         */
        delete: operations["deleteAlertConsumerKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List destinations, oldest first */
        get: operations["listAlertDestinations"];
        put?: never;
        /**
         * Send alerts to a webhook
         * @description Every alert made from now on is posted to `url`, one at a time, in the order of `sequence`, at least once. The request has a JSON
         *     body `{type: "alert.created", timestamp, data}`, where `data` has the members of `GET /alerts/{alert_id}`. Persons, addresses and
         *     machines are pseudonyms of the tenant in it. For each of the tenant's `alert-consumer-keys` the clear values are in `jwe`.
         *
         *     Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) 1.0 defines, so any of its libraries can check them:
         *     headers `webhook-id` (the same for every attempt at an alert: ignore an id that you have seen), `webhook-timestamp` and
         *     `webhook-signature` (HMAC-SHA256 under `signing_secret`, which only this answer contains).
         *
         *     Any 2xx within 10 s is success. After anything else the alert is tried again, after 5 s and then at growing intervals up to an
         *     hour (`Retry-After` is respected), and the alerts after it wait. A request that the endpoint itself refuses (a 4xx that is not
         *     about access or load) is skipped after 15 attempts and counts as `skipped`; 410 pauses the destination. Redirects are not
         *     followed.
         *
         *     The address must be https and public, unless `WARDLINE_EGRESS_ALLOW` names it. At most 20 per tenant: 409 `limit_reached`.
         */
        post: operations["createAlertDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alert-destinations/{destination_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The destination. */
                destination_id: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        /** Read a destination and the state of its deliveries */
        get: operations["readAlertDestination"];
        put?: never;
        post?: never;
        /**
         * Remove a destination
         * @description A delivery that has already started is the last one.
         */
        delete: operations["deleteAlertDestination"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a destination
         * @description JSON Merge Patch. Alerts made while it is paused are delivered once it is active again. Any change of an active destination tries
         *     at once what was waiting for its next attempt. The signing secret stays the same; for a new secret, make a new destination.
         */
        patch: operations["updateAlertDestination"];
        trace?: never;
    };
    "/api/v1/alert-destinations/{destination_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The destination. */
                destination_id: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a signed ping now
         * @description One request with the body `{type: "ping", timestamp, data: {destination_id}}`, whatever the state. It changes nothing and is not tried again.
         */
        post: operations["testAlertDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Complete records by `sequence`, newest first unless `order` says otherwise. Conditions are joined by AND, values of one repeated
         *     parameter by OR. An unknown id gives an empty page.
         *
         *     To follow alerts without a stream, ask again with the last `sequence` seen as `after_sequence`, and `order=asc`: with either of
         *     these, no alert is shown while one with a lower sequence is still being written, so you miss none.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert. */
                alert_id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        /** Read an alert */
        get: operations["readAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Acknowledge, close or reopen an alert
         * @description JSON Merge Patch. An alert may go from any status to any other.
         */
        patch: operations["updateAlert"];
        trace?: never;
    };
    "/api/v1/alerts/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow alerts as they are made
         * @description Server-sent events. Every alert is one `alert` event, in the order of `sequence`, once. `id` is its sequence, and `data` is the
         *     body of `GET /alerts/{alert_id}` as the caller may see it. An alert that is still being written holds back the ones after it. So a
         *     client that reconnects with the last `id` as `Last-Event-ID` misses none and gets none twice.
         *
         *     Without `Last-Event-ID` only alerts made from now on are sent; with 0, all that are kept. If alerts after the given id are no
         *     longer kept (`reason` is `expired`), or the id was never used (`unknown`), a `reset` event comes first, and the stream continues
         *     after its `id`: fetch the list again. A quiet stream sends a comment every 15 s. A stream may end at any time, and ends within 30
         *     s when the caller loses access. Reconnect with the last `id`, as an `EventSource` does by itself.
         *
         *     400 `last_event_id_invalid` for anything but a decimal number; 429 `stream_quota_reached` if the tenant has too many streams.
         */
        get: operations["streamAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List archived log events, one object per day, class and partition, oldest day first */
        get: operations["listArchives"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archives/{archive_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The archived object. */
                archive_id: string;
            };
            cookie?: never;
        };
        /** Read the record of an archived object */
        get: operations["readArchive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archives/destroy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Destroy the keys of the archive, and with them everything in it
         * @description At once and for good: no backup of the archive can be read any more, unless a backup of the registry still has the keys. Logs that
         *     are still searchable are not affected, and will be archived under a new key. While a legal hold is active: 409 `state_conflict`.
         */
        post: operations["destroyArchive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archives/restores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List restores, newest first */
        get: operations["listArchiveRestores"];
        put?: never;
        /**
         * Make archived days searchable for some time
         * @description The events of the days from `from` to `to`, both inclusive and at most 120, are loaded into the index. Once the state is `ready`,
         *     searches find them (tier `cold`) and the days are no longer `incomplete`; after `searchable_seconds` they are removed from the
         *     index again. The archive keeps its objects. A day can be in one active restore at a time, else 409 `state_conflict`. At most ten
         *     can be active, else 409 `limit_reached`.
         */
        post: operations["createArchiveRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archives/restores/{restore_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The restore. */
                restore_id: components["parameters"]["RestoreId"];
            };
            cookie?: never;
        };
        /** Read a restore */
        get: operations["readArchiveRestore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archives/restores/{restore_id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The restore. */
                restore_id: components["parameters"]["RestoreId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a restore early */
        post: operations["endArchiveRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/archives/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read archived objects again and compare them with their manifests
         * @description Reads every byte of the objects of these days, opens them, and compares digests, counts and ids with the manifest beside each
         *     object and with its record. A single flipped bit is found. A call works for some seconds; continue with `next_cursor` until it is
         *     null.
         */
        post: operations["verifyArchives"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List assets, newest first */
        get: operations["listAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{asset_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asset_id: string;
            };
            cookie?: never;
        };
        /** Read an asset and its posture */
        get: operations["readAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit records
         * @description Every change, every read by an auditor, every refusal, and every read of personal data in clear by others, in the order of the tenant's chain, newest first unless `order` says
         *     otherwise. A change is recorded before it is answered. Heartbeats, exchanges and ingested batches are recorded elsewhere: as
         *     posture, evidence and ledger.
         *
         *     **To check a record**, take its members `audit_id`, `at`, `actor`, `operation`, `resource`, `outcome`, `status`, `code`,
         *     `request_id`, `redaction_policy_id`, `client` and `previous_digest`, and `reads` if it has one, write them as canonical JSON (RFC 8785), and compute the
         *     SHA-256 of its UTF-8 bytes in lower-case hex: that is `digest`. Its `previous_digest` is the `digest` of the record one `position`
         *     before, null for the first. `client` is the pseudonym of the caller's address, so an auditor, who does not see `client_address`,
         *     can check the record too.
         */
        get: operations["listAuditRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-records/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checkpoints of audit records
         * @description The signed heads of the log of audit records, the longest first unless `order` says otherwise. Each is a signed note (C2SP `tlog-checkpoint`): the name of the log, its size,
         *     the root of its Merkle tree (RFC 6962), and an Ed25519 signature by a key that the database does not hold.
         *
         *     **To check one record**, take its `digest` as 32 bytes: it is the content of its leaf, and its index is its place in the chain less one. `proveAuditInclusion` answers the
         *     rest of the way to the root. **To check that what you saw last time is still there**, keep that checkpoint and ask `proveAuditConsistency`. `wardline verify` does both.
         */
        get: operations["listAuditCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-records/checkpoints/{checkpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description How many records it was signed for. */
                checkpoint_id: number;
            };
            cookie?: never;
        };
        /** Read one checkpoint of audit records */
        get: operations["readAuditCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-records/consistency-proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that the log of audit records was only added to
         * @description That the first `from` records are the beginning of those that a later checkpoint was signed for (RFC 6962, section 2.1.2).
         */
        get: operations["proveAuditConsistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-records/inclusion-proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that one record is in the log of audit records
         * @description The Merkle audit path of one record (RFC 6962, section 2.1.1) and the checkpoint that it leads to. A record that is younger than the newest checkpoint is 409 `state_conflict`.
         */
        get: operations["proveAuditInclusion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auditor/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evidence
         * @description In the order of the tenant's chain, newest first unless `order` says otherwise. Without a filter, the `previous_digest` of each
         *     record is the `digest` of the next older one, and null for the first. Evidence holds no personal data, so every role reads the
         *     same record and can check it.
         *
         *     **To check a record**, take its members `evidence_id`, `evidence_type`, `subject`, `summary`, `collected_at`, `controls`,
         *     `details_digest` and `previous_digest` (everything in a list item except `digest`), write them as canonical JSON (RFC 8785), and
         *     compute the SHA-256 of its UTF-8 bytes in lower-case hex: that is `digest`. `details_digest` is computed in the same way from
         *     `details` of the single record.
         */
        get: operations["listEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auditor/evidence/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List checkpoints of evidence
         * @description The signed heads of the log of evidence, the longest first unless `order` says otherwise. Each is a signed note (C2SP `tlog-checkpoint`): the name of the log, its size,
         *     the root of its Merkle tree (RFC 6962), and an Ed25519 signature by a key that the database does not hold.
         *
         *     **To check one record**, take its `digest` as 32 bytes: it is the content of its leaf, and its index is its place in the chain less one. `proveEvidenceInclusion` answers the
         *     rest of the way to the root. **To check that what you saw last time is still there**, keep that checkpoint and ask `proveEvidenceConsistency`. `wardline verify` does both.
         */
        get: operations["listEvidenceCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auditor/evidence/checkpoints/{checkpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description How many records it was signed for. */
                checkpoint_id: number;
            };
            cookie?: never;
        };
        /** Read one checkpoint of evidence */
        get: operations["readEvidenceCheckpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auditor/evidence/consistency-proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that the log of evidence was only added to
         * @description That the first `from` records are the beginning of those that a later checkpoint was signed for (RFC 6962, section 2.1.2).
         */
        get: operations["proveEvidenceConsistency"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auditor/evidence/inclusion-proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prove that one record is in the log of evidence
         * @description The Merkle audit path of one record (RFC 6962, section 2.1.1) and the checkpoint that it leads to. A record that is younger than the newest checkpoint is 409 `state_conflict`.
         */
        get: operations["proveEvidenceInclusion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificate-authorities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the authorities of agent certificates
         * @description Every authority whose certificates are accepted, oldest first. There are at most 32, always on one page.
         */
        get: operations["listCertificateAuthorities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/certificate-authorities/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the issuing authority of agent certificates
         * @description Makes the next issuing authority, and a new root if the current one would end first. It begins to issue a minute later. What
         *     earlier authorities issued stays valid until it expires. While a rotation is announced, asking again gives the same answer. The
         *     platform also rotates by itself in time. 409 `limit_reached` after too many.
         */
        post: operations["rotateCertificateAuthority"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/compliance-evidence/{evidence_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                evidence_id: string;
            };
            cookie?: never;
        };
        /**
         * Read one record of evidence
         * @description The list item and its `details`. `listEvidence` says how to check both.
         */
        get: operations["readEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/detection-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List detection rules, by rule_id
         * @description Wardline's own rules, those in the operator's rules folder, and the tenant's uploads. Refused rules are listed with the reason.
         */
        get: operations["listDetectionRules"];
        put?: never;
        /**
         * Add a Sigma rule
         * @description One Sigma 2.1 rule, or one correlation (`event_count`, `value_count`, `temporal`, `temporal_ordered`) with the rules that it
         *     counts as further YAML documents. It takes effect for the caller's tenant within 5 s. A rule that cannot be compiled is 422
         *     `rule_not_compilable`, with the line of the fault in `errors[].line`. 409 `rule_quota_reached` when the tenant has too many rules,
         *     409 `limit_reached` when they are too long together.
         */
        post: operations["createDetectionRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/detection-rules/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a detection rule. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        /** Read a detection rule with its source and compile report */
        get: operations["readDetectionRule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Enable or disable a detection rule
         * @description JSON Merge Patch. For a rule that every tenant has, the change applies to the caller's tenant only. A correlation still counts a rule that is disabled.
         */
        patch: operations["updateDetectionRule"];
        trace?: never;
    };
    "/api/v1/detection-rules/{rule_id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a detection rule. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say why a rule matched an event, or why it did not
         * @description If the rule made an alert of the event, its record is the answer. Otherwise the rule is evaluated again on the stored event. The
         *     stored event does not keep every field of the source under its own name: for such a field the answer is `unknown`, and `matched`
         *     is null if that leaves the result open.
         */
        post: operations["explainDetectionRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/detection-rules/{rule_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a detection rule. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a rule on an event of your own
         * @description Nothing is stored and no alert is raised. The event uses the field names that rules see. For a correlation, the rules that it
         *     counts are tried. A refused rule is 409 `state_conflict`.
         */
        post: operations["testDetectionRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrollment-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List enrolment tokens, newest first */
        get: operations["listEnrollmentTokens"];
        put?: never;
        /**
         * Create an enrolment token
         * @description A one-time secret with which one agent enrols. Only this answer contains it; the service stores its SHA-256.
         */
        post: operations["createEnrollmentToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrollment-tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        /** Read an enrolment token */
        get: operations["readEnrollmentToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrollment-tokens/{token_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an enrolment token
         * @description From now on it can be neither exchanged nor resumed. Idempotent. A confirmed token is already spent and stays `confirmed`; to
         *     revoke its agent, use `revokeAgent`.
         */
        post: operations["revokeEnrollmentToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/mdm/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List connections, oldest first */
        get: operations["listMdmConnections"];
        put?: never;
        /**
         * Connect a device-management provider
         * @description Read-only. The secret is named, never sent. It is stored at `<provider>/tenants/<tenant_id>/mdm/<name>` and resolved at every use.
         *     The provider is not contacted yet: the first scheduled sync comes after one interval, and a sync on demand is possible at once.
         *
         *     `microsoft_graph` needs `provider_tenant_id` and `client_id`; `jamf_pro` needs `base_url` and `client_id`. Addresses must be https
         *     and public, unless `WARDLINE_EGRESS_ALLOW` names them.
         */
        post: operations["createMdmConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/mdm/connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
            };
            cookie?: never;
        };
        /** Read a connection */
        get: operations["readMdmConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a connection
         * @description JSON Merge Patch; `secret_ref` is replaced as a whole. A change of `base_url`, `authority_url`, `provider_tenant_id` or
         *     `client_id` must name the secret again in the same body, else 422 `secret_ref_required`: a secret that was given for one address
         *     is not sent to another. A running sync that the change affects ends at its next page with `connection_changed`.
         *
         *     `state: active` on a connection in `error` clears the error; after `mass_disappearance` it also lets the next complete sync mark
         *     the devices that it does not see.
         */
        patch: operations["updateMdmConnection"];
        trace?: never;
    };
    "/api/v1/integrations/mdm/connections/{connection_id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sync a connection now
         * @description Answers at once with the run, which continues in the background: poll it. While a run is queued or running, that run is the
         *     answer; there is never a second one. 409 `state_conflict` for a paused connection. Its end emits `integration.mdm.sync_completed`.
         */
        post: operations["syncMdmConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/mdm/connections/{connection_id}/sync-runs": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
            };
            cookie?: never;
        };
        /** List the syncs of a connection, newest first */
        get: operations["listMdmSyncRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/mdm/connections/{connection_id}/sync-runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
                run_id: string;
            };
            cookie?: never;
        };
        /** Read a sync */
        get: operations["readMdmSyncRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/mdm/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List device posture snapshots, newest first */
        get: operations["listMdmDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/mdm/devices/{device_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                device_id: string;
            };
            cookie?: never;
        };
        /** Read a device posture snapshot */
        get: operations["readMdmDevice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log-sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List log sources, oldest first */
        get: operations["listLogSources"];
        put?: never;
        /**
         * Register a log source
         * @description Emits `log.source.registered`. Its tenant is the caller's; nothing in a log can change that. 409 `log_source_quota_reached` when the tenant has too many.
         */
        post: operations["createLogSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/log-sources/{source_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The log source. */
                source_id: components["parameters"]["SourceId"];
            };
            cookie?: never;
        };
        /** Read a log source */
        get: operations["readLogSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change, pause or resume a log source
         * @description JSON Merge Patch. Logs that were accepted earlier keep the format and time zone of that time. While a source is paused, ingest is
         *     409 `source_paused`.
         */
        patch: operations["updateLogSource"];
        trace?: never;
    };
    "/api/v1/log-sources/{source_id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The log source. */
                source_id: components["parameters"]["SourceId"];
            };
            cookie?: never;
        };
        /**
         * Account for what a source sent
         * @description Every log that was accepted before the call is counted. Deliveries are counted: a log that was sent again with the same
         *     `event_ref` counts again, and is still stored once. `pending` 0 means that every accepted log is rejected, or searchable and
         *     evaluated by every rule.
         *
         *     With `from` or `to` there are also `hours`, by the hour of receipt, kept for 30 days. In each, received = accepted + duplicate +
         *     rejected (at the door), and accepted = searchable + dead_lettered + in_flight. A dead letter that is replayed successfully is
         *     searchable from then on; the totals above still count it as rejected.
         *
         *     Every few minutes the rows are counted again from the stores. If they differ, `differences` says so.
         */
        get: operations["readLogSourceLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event. */
                event_id: string;
            };
            cookie?: never;
        };
        /**
         * Read a normalized log event
         * @description 404 until it is searchable; 409 `event_archived` once it is in the archive.
         */
        get: operations["readLogEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List erasures, newest first */
        get: operations["listLogErasures"];
        put?: never;
        /**
         * Remove every log event of one subject, from every tier
         * @description Covers what was received until the request. Whole events are removed, from the index and from the archive. Archived objects are
         *     rewritten, and their manifests say so. Users, addresses and hosts are matched as the search filters match them. What correlations
         *     have counted of the subject is removed, and so are rejected logs that name it. Alerts, tickets and comments stay; where they name
         *     the subject, they say `[erased]`.
         *
         *     Topics and backups cannot be rewritten. The erasure is `waiting_for_retention` until they are past their retention, and only then
         *     `done`; `may_be_held` says where the subject may still be, and until when. What is received after the request stays.
         *
         *     While a legal hold is active: 409 `state_conflict`. An erasure that has already started waits for the hold to end.
         */
        post: operations["createLogErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/erasures/{erasure_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The erasure. */
                erasure_id: string;
            };
            cookie?: never;
        };
        /** Read the progress of an erasure */
        get: operations["readLogErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest a batch of raw logs
         * @description 1 to 100 events of one source, judged one by one. What the answer calls accepted is durable. A batch of more than 100 is refused
         *     as a whole with 413 `batch_too_large`. Events of one source are processed in the order in which they were accepted. For service
         *     accounts and for collectors with a client certificate. Nothing is accepted, and `Retry-After` says when to send the batch again,
         *     with 429 `event_quota_reached` (the tenant sends more events per second than its quota), 503 `tenant_backlog` (the tenant's
         *     earlier logs have waited too long) and 503 `storage_full`.
         */
        post: operations["ingestLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/rejections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List logs that could not be normalized, newest first */
        get: operations["listRejections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/rejections/{rejection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rejection. */
                rejection_id: components["parameters"]["RejectionId"];
            };
            cookie?: never;
        };
        /**
         * Read a rejection
         * @description Everything except the log itself, which stays sealed.
         */
        get: operations["readRejection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/rejections/{rejection_id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rejection. */
                rejection_id: components["parameters"]["RejectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard a rejected log
         * @description Its sealed log is removed at once. 409 `state_conflict` if it is not open.
         */
        post: operations["discardRejection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/rejections/{rejection_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rejection. */
                rejection_id: components["parameters"]["RejectionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process a rejected log again
         * @description The same envelope is processed as it was the first time. The rejection becomes `replayed`, or stays `open` with one more attempt
         *     and the latest reason. 409 `state_conflict` if it is not open, or was too large to be stored.
         */
        post: operations["replayRejection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search normalized log events
         * @description Conditions are joined by AND, values of one repeated parameter by OR. An unknown id gives an empty page. All pages of a walk cover
         *     the time span of its first page, and show at least what was searchable when the walk began. No event appears twice.
         *
         *     A search takes 2 s at most. One that needs longer returns what it has, says `deadline` in `coverage.incomplete`, and continues
         *     with its `next_cursor`. One caller may run 8 searches at once, and one tenant 24; further ones wait, but never for another
         *     tenant's. If too many wait, it is 429 `rate_limited`; a wait of more than 2 s is 503 `unavailable`. Both say when to try again.
         *
         *     Auditors may use `from`, `to`, `severity`, `min_severity`, `category`, `event_type`, `log_source_id`, `asset_id`, `q`, `not` of
         *     these, `order`, `limit` and `cursor`. Any other filter is 403 `filter_not_allowed` for them.
         */
        get: operations["searchLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/search/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the most frequent values of a search's events
         * @description Counts the events that a search with the same filters would find, by severity, category, event type, source and asset. Auditors
         *     may use the filters that they may search by. If the time ran out or a partition could not be read, `coverage` says what was not
         *     counted.
         */
        get: operations["readLogFacets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/search/histogram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a search's events over time
         * @description Event counts in buckets of equal width, empty ones included. Buckets begin at multiples of their width since 1970, so the first
         *     may begin before `from`; only events from `from` on are counted. Filters, roles and `coverage` are as for facets.
         */
        get: operations["readLogHistogram"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oidc-issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List issuers, oldest first
         * @description An admin sees those of its own tenant. A platform_admin names a tenant, or finds the owner by `issuer` or `sign_in_name`,
         *     and with `issuer` up to 20 pending registrations as well.
         */
        get: operations["listOidcIssuers"];
        put?: never;
        /**
         * Register an identity provider
         * @description A registration is `pending` until this tenant has proven that the issuer is its own: with `POST …/proof`, or by approval of a
         *     platform_admin (`POST …/approval`). While it is pending nobody signs in with it, and its access tokens are refused with 401
         *     `issuer_not_proven`. Several tenants can have the same issuer pending; the first one that proves it has it.
         *
         *     OpenID Connect access tokens of a proven issuer are accepted as bearer tokens (RFC 9068). The tenant is this one, whatever a
         *     token says. Roles come only from the map of groups, and a person in none of these groups is refused. Keys are found by OpenID
         *     Connect Discovery and follow the provider's rotation; while they are unavailable the answer is 503.
         *
         *     A tenant registers an issuer once: 409 `issuer_taken`. At most 10 per tenant: 409 `limit_reached`. ID tokens are never accepted as
         *     access tokens.
         *
         *     With `sign_in_name` and `client_id` people can also sign in to the console, by the authorization code flow with PKCE (`GET
         *     /session/sign-in`). Register the answer's `redirect_uri` with the provider. Without `client_secret_ref` it is a public client,
         *     which cannot prove an issuer. A name belongs to the first tenant that proves an issuer with it: 409 `name_taken`.
         */
        post: operations["createOidcIssuer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oidc-issuers/{issuer_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The issuer. */
                issuer_id: string;
            };
            cookie?: never;
        };
        /** Read an issuer */
        get: operations["readOidcIssuer"];
        put?: never;
        post?: never;
        /**
         * Remove an issuer
         * @description Its users are refused within 2 seconds, their browser sessions included. A platform_admin names the tenant that has it. That is
         *     meant for a registration that blocks the issuer's rightful owner, and is audited with the platform and with that tenant.
         */
        delete: operations["deleteOidcIssuer"];
        options?: never;
        head?: never;
        /**
         * Change, pause or resume an issuer
         * @description JSON Merge Patch; lists are replaced as a whole. Takes effect within 2 seconds. Any change ends the browser sessions of people who
         *     signed in by this issuer. A change of `client_id` must name `client_secret_ref` again in the same body, else 422
         *     `secret_ref_required`.
         */
        patch: operations["updateOidcIssuer"];
        trace?: never;
    };
    "/api/v1/oidc-issuers/{issuer_id}/approval": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The issuer. */
                issuer_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a pending issuer
         * @description For a platform_admin who knows that the issuer is the tenant's own. Audited with the platform and with that tenant. 409
         *     `issuer_taken` or `name_taken` if another tenant's registration is proven, 409 `state_conflict` if this one is.
         */
        post: operations["approveOidcIssuer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/oidc-issuers/{issuer_id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The issuer. */
                issuer_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove a pending issuer by signing in
         * @description For an admin's browser. The answer says where to send it, and sets the cookie `wardline_sign_in`, without which it cannot come
         *     back. Somebody then signs in at the provider, with the registered client and its secret, and must get the role admin by the
         *     registration's map of groups. `GET /session/callback` completes the proof: it redirects to the console, with `sign_in_problem` if
         *     the issuer is not proven: `sign_in_not_admin`, `issuer_taken` or `name_taken` (another tenant has proven it first),
         *     `state_conflict` (the registration was changed meanwhile), or what a sign-in says. Nobody gets a session by it.
         *
         *     409 `issuer_needs_approval` for a registration without `client_id` and `client_secret_ref`: anybody may know the id of a public
         *     client. 409 `state_conflict` if the issuer is proven already.
         */
        post: operations["startOidcIssuerProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/receipt-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that sign enrolment receipts
         * @description Evidence of type `enrollment` holds, in its `details`, the `receipt` of the exchange: what was proven and when, by which token,
         *     and the serial number and key hash of the certificate that was issued. **To check one**, write `receipt` as canonical JSON (RFC
         *     8785) and verify the Ed25519 signature in `receipt_signature.value` (base64) over its UTF-8 bytes with the key of
         *     `receipt_signature.key_id`.
         */
        get: operations["listReceiptKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/redaction-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List redaction policies */
        get: operations["listRedactionPolicies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/redaction-policies/{policy_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Percent-encode it: it contains @ and +. */
                policy_id: string;
            };
            cookie?: never;
        };
        /** Read a redaction policy */
        get: operations["readRedactionPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/restores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List restores from backups
         * @description Newest first. While one is `waiting`, every agent and every exchange of an enrolment token is answered 503 with `Retry-After`,
         *     never 401 or 403. `journal_files` 0 means that no revocation journal was found: what was revoked, spent, enrolled or renewed after
         *     `backup_taken_at` is unknown.
         */
        get: operations["listRestores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/restores/{restore_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                restore_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a restore
         * @description Agents are served again, everywhere within 2 seconds. Repeating it changes nothing.
         */
        post: operations["confirmRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List service accounts */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account
         * @description Only this answer contains the token. An admin grants admin, operator, analyst, auditor and collector in its own tenant. A platform_admin grants platform_admin, and with `tenant_id` a tenant's first account (roles admin and operator). 409 `account_quota_reached` when the tenant has too many.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts/{service_account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service_account_id: string;
            };
            cookie?: never;
        };
        /** Read a service account */
        get: operations["readServiceAccount"];
        put?: never;
        post?: never;
        /**
         * Remove a service account
         * @description Its token stops working within 2 seconds.
         */
        delete: operations["deleteServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/service-accounts/{service_account_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service_account_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a service account a new token
         * @description Only this answer contains the token. The previous token is accepted for `overlap_seconds` more (an hour by default; 0: no longer
         *     at all); older ones are not accepted. 409 `state_conflict` if two rotate at once.
         */
        post: operations["rotateServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who the caller is
         * @description With the session's cookie, or with a bearer token. With a bearer token the answer has no CSRF token and no end.
         */
        get: operations["readSession"];
        put?: never;
        /**
         * Sign a browser in
         * @description For pages of this origin. A service account's bearer token gives a session with the same rights, in the cookie `wardline_session`
         *     (HttpOnly, SameSite=Strict, Secure over TLS). The token is not stored. The session ends after 30 minutes without use, after 12
         *     hours in any case, and when the account or the token ends: a rotation without overlap ends it at once. If a request has both an `Authorization` header and the cookie, the header
         *     counts.
         *
         *     A change in a session must send `csrf_token` as `X-Wardline-CSRF`, else 403 `csrf_token_invalid`. An account can have 50 sessions;
         *     beyond that 409 `limit_reached`. Its tenant has a quota too: 409 `session_quota_reached`.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description The session ends everywhere within 2 seconds. If the person signed in by an identity provider that says where its own session is
         *     ended, the answer says so too.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from an identity provider
         * @description This address is registered with the provider as redirect URI. The browser is redirected to the console: with a session (see `POST
         *     /session`; a person's session also ends with any change of the issuer's registration), or with `sign_in_problem`:
         *     `sign_in_expired` (not begun in this browser, too old, or used before), `sign_in_refused` (by the provider), `sign_in_invalid`
         *     (what it answered), `sign_in_no_role` (in no group of the registration's map), `sign_in_unknown`, `sign_in_unavailable` or
         *     `limit_reached` or `session_quota_reached`. Nothing that the provider said is passed on. A proof of an issuer
         *     (`POST /oidc-issuers/{issuer_id}/proof`) ends here too, without a session.
         */
        get: operations["finishSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in by an identity provider
         * @description A browser opens this from a page of this origin or from the address bar. It is redirected to the identity provider of the issuer
         *     with this `sign_in_name`. It gets a cookie `wardline_sign_in` (HttpOnly, SameSite=Lax, Secure over TLS), without which it cannot
         *     come back, and has ten minutes.
         *
         *     If that is not possible, it is redirected to the console with `sign_in_problem`: `sign_in_unknown` (the name is unknown, paused
         *     or not proven: the same answer) or `sign_in_unavailable`. From a page of another site it is redirected to the console, so that nobody is signed
         *     in by somebody else's link.
         */
        get: operations["startSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List browser sessions
         * @description Open sessions, last used first. Admins see those of the whole tenant, everybody else their own: to name another in `principal_id`
         *     is 403 `forbidden` for them.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a browser session
         * @description Your own, or as an admin anybody's in the tenant. It ends everywhere within 2 seconds.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/settings/legal-hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether a legal hold is active */
        get: operations["readLegalHold"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set or lift a legal hold
         * @description While it is active no log event is removed: not by age, not by erasure, not with its key. Moves between tiers continue.
         */
        patch: operations["updateLegalHold"];
        trace?: never;
    };
    "/api/v1/settings/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how long log events are kept */
        get: operations["readRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how long log events are kept
         * @description Days are counted from the partition day of the event. hot <= warm <= cold, hot 8 to 90, warm at most 365, cold at most 3650; else
         *     422 `retention_out_of_bounds`. The change applies from `applies_from` on: now, or in 7 days if anything gets shorter. Then
         *     `cold_days` applies to every event, old ones too. `hot_days` and `warm_days` apply to events accepted from then on, which go into
         *     the platform's class that keeps them at least as long. Earlier events move with their partitions.
         */
        patch: operations["updateRetention"];
        trace?: never;
    };
    "/api/v1/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tenants
         * @description A platform_admin sees all, an admin its own.
         */
        get: operations["listTenants"];
        put?: never;
        /** Create a tenant */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/{tenant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: string;
            };
            cookie?: never;
        };
        /** Read a tenant */
        get: operations["readTenant"];
        put?: never;
        post?: never;
        /**
         * Remove a tenant that has nothing that must be kept
         * @description It must be suspended first: 409 `state_conflict`. 409 `tenant_has_data` as long as it has agents, assets, log sources, alerts,
         *     tickets, evidence, device-management connections or audit records: these are kept for their time. Its accounts are removed with
         *     it.
         */
        delete: operations["deleteTenant"];
        options?: never;
        head?: never;
        /**
         * Rename, suspend or resume a tenant
         * @description A suspended tenant's accounts are refused with 403; its agents get 503 and keep trying.
         */
        patch: operations["updateTenant"];
        trace?: never;
    };
    "/api/v1/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets
         * @description By creation, newest first unless `order` says otherwise. For auditors the filter `assignee` is 403 `filter_not_allowed`.
         */
        get: operations["listTickets"];
        put?: never;
        /**
         * Open a ticket
         * @description Alerts of high and critical severity open tickets automatically, unless the tenant has switched that off, and at most 100 in any
         *     hour. Their `alert_id` names the alert. 422 `validation_failed` if `alert_id` names no alert.
         */
        post: operations["createTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tickets/{ticket_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ticket. */
                ticket_id: components["parameters"]["TicketId"];
            };
            cookie?: never;
        };
        /**
         * Read a ticket
         * @description Comments are a separate list. They change neither the ticket nor its ETag.
         */
        get: operations["readTicket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a ticket
         * @description JSON Merge Patch; null removes the assignee. Closing a ticket makes evidence.
         */
        patch: operations["updateTicket"];
        trace?: never;
    };
    "/api/v1/tickets/{ticket_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ticket. */
                ticket_id: components["parameters"]["TicketId"];
            };
            cookie?: never;
        };
        /**
         * List the comments on a ticket
         * @description Oldest first unless `order` says otherwise. Auditors see the comments with visibility `auditor`, as if there were no others.
         */
        get: operations["listTicketComments"];
        put?: never;
        /**
         * Comment on a ticket
         * @description Comments cannot be changed. A ticket takes at most 1,000; then 409 `limit_reached`. An internal comment leaves no audit record, since auditors read those.
         */
        post: operations["createTicketComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Agent: {
            agent_class: components["schemas"]["AgentClass"];
            agent_id: string;
            agent_version: string | null;
            /** @description The asset that it reports; null until its first heartbeat. */
            asset_id?: string | null;
            /**
             * @description Two machines seem to use this identity: an earlier boot or count of its heartbeats continued, or a certificate came back after
             *     its successor had long been in use. An alert was raised; only an operator revokes.
             */
            clone_suspected?: boolean;
            enrolled_at: components["schemas"]["Timestamp"];
            hostname: string | null;
            /** Format: date-time */
            last_seen_at: string | null;
            /**
             * Format: date-time
             * @description Of its newest certificate.
             */
            not_after: string | null;
            os_version: string | null;
            /** @enum {string|null} */
            platform: "darwin" | "windows" | "linux" | null;
            /** @description The asset whose live agent shows the same fingerprint. */
            possible_duplicate_of?: string | null;
            /** @description Of its newest certificate, lower-case hex. */
            serial_number: string | null;
            state: components["schemas"]["AgentState"];
        };
        /**
         * @description An `endpoint` reports its own machine; a `collector` sends logs of other machines.
         * @enum {string}
         */
        AgentClass: "endpoint" | "collector";
        AgentIdentity: {
            agent_class: components["schemas"]["AgentClass"];
            agent_id: string;
            /** @description PEM, the issuer first, without the leaf. */
            ca_chain: string[];
            /** @description PEM. Its name is the URI `spiffe://<trust domain>/tenant/<tenant_id>/agent/<agent_id>`; it is for client authentication only. */
            certificate: string;
            /** @example 60 */
            heartbeat_interval_seconds: number;
            not_after: components["schemas"]["Timestamp"];
            not_before: components["schemas"]["Timestamp"];
            renew_after: components["schemas"]["Timestamp"];
            /** @description Lower-case hex. */
            serial_number: string;
            tenant_id: string;
        };
        /** @enum {string} */
        AgentPlatform: "darwin" | "windows" | "linux";
        /**
         * @description `pending` while its exchange is in progress and no certificate is stored yet; it is listed with the active ones. `stale` is an
         *     identity whose last certificate expired more than 90 days ago; silence alone never makes one stale. `superseded` is a stale
         *     identity whose machine has enrolled again. `stale`, `superseded` and `revoked` cannot be undone.
         * @enum {string}
         */
        AgentState: "pending" | "active" | "superseded" | "stale" | "revoked";
        /** @description What a rule found. */
        Alert: {
            alert_id: string;
            /** @description Assets of these events. */
            asset_ids?: string[];
            /** @description Id of the `security.alert.created` event, as in `alert.created`. */
            causation_id: string;
            /** @enum {string} */
            confidence: "low" | "medium" | "high";
            /** @description The correlation id of the event that made the rule fire. */
            correlation_id: string;
            /** @description The true number of events. */
            count: number;
            created_at?: components["schemas"]["Timestamp"];
            first_event_at: components["schemas"]["Timestamp"];
            /** @description Fields and values that a correlation grouped by. */
            group?: Record<string, unknown> | null;
            last_event_at: components["schemas"]["Timestamp"];
            /** @description event_ids of the raw logs behind it, the first 100. */
            log_event_refs: string[];
            matched_conditions: components["schemas"]["MatchedCondition"][];
            /** @description event_ids of the normalized events, the first 100. */
            normalized_event_refs: string[];
            pseudonym_epoch?: components["schemas"]["PseudonymEpoch"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            /** @description Whether there were more than 100 events. */
            refs_truncated: boolean;
            rule: components["schemas"]["AlertRule"];
            /** @description Per tenant, 1, 2, 3 and so on; never changed. */
            sequence: number;
            severity: components["schemas"]["Severity"];
            /** @description log_source_ids of these events. */
            source_log_ids: string[];
            status: components["schemas"]["AlertStatus"];
            /** @description The ticket that was opened with it. */
            ticket_id: string | null;
            updated_at?: components["schemas"]["Timestamp"];
        };
        AlertConsumerKey: {
            created_at: components["schemas"]["Timestamp"];
            description: components["schemas"]["AlertConsumerKeyDescription"];
            jwk: {
                /** @enum {string} */
                crv: "X25519" | "P-256";
                /** @enum {string} */
                kty: "OKP" | "EC";
                x: components["schemas"]["Coordinate"];
                y?: components["schemas"]["Coordinate"];
            };
            /** @description RFC 7638 thumbprint, SHA-256: `kid` of a recipient in the JWE of an alert. */
            kid: string;
            tenant_id: string;
        };
        AlertConsumerKeyCreate: {
            description?: components["schemas"]["AlertConsumerKeyDescription"];
            /** @description A public key. */
            jwk: {
                /** @enum {string} */
                alg?: "ECDH-ES+A256KW";
                /** @enum {string} */
                crv: "X25519" | "P-256";
                /** @description The private part. A key that has it is refused. */
                d?: unknown;
                /** @description Not kept. */
                kid?: string;
                /** @enum {string} */
                kty: "OKP" | "EC";
                /** @enum {string} */
                use: "enc";
                x: components["schemas"]["Coordinate"];
                y?: components["schemas"]["Coordinate"];
            };
        };
        /** @description Whose key it is. */
        AlertConsumerKeyDescription: string | null;
        AlertConsumerKeyList: {
            items: components["schemas"]["AlertConsumerKey"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description How far a destination has got. Null for a moment after it was made. */
        AlertDelivery: {
            /** @description Attempts at the next alert. */
            attempts: number;
            delivered: number;
            error_code: components["schemas"]["DeliveryErrorCode"];
            /** Format: date-time */
            failing_since: string | null;
            /** Format: date-time */
            last_delivered_at: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description `sequence` of the newest alert that was delivered or skipped. */
            position: number;
            /** @description Alerts that the endpoint refused permanently. */
            skipped: number;
        } | null;
        AlertDestination: {
            created_at: components["schemas"]["Timestamp"];
            delivery: components["schemas"]["AlertDelivery"];
            description: components["schemas"]["DestinationDescription"];
            destination_id: string;
            min_severity: components["schemas"]["Severity"];
            state: components["schemas"]["DestinationState"];
            tenant_id: string;
            updated_at: components["schemas"]["Timestamp"];
            url: components["schemas"]["DestinationUrl"];
            version: components["schemas"]["Version"];
        };
        AlertDestinationCreate: {
            description?: components["schemas"]["DestinationDescription"];
            min_severity?: components["schemas"]["Severity"];
            url: components["schemas"]["DestinationUrl"];
        };
        AlertDestinationCreated: components["schemas"]["AlertDestination"] & {
            /** @description `whsec_` and base64 of 32 bytes. Shown once: a repeated request with the same Idempotency-Key gets an answer without it. */
            signing_secret?: string;
        };
        AlertDestinationList: {
            items: components["schemas"]["AlertDestination"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        AlertDestinationPatch: {
            description?: components["schemas"]["DestinationDescription"];
            min_severity?: components["schemas"]["Severity"];
            state?: components["schemas"]["DestinationState"];
            url?: components["schemas"]["DestinationUrl"];
        };
        AlertDestinationTest: {
            delivered: boolean;
            error_code: components["schemas"]["DeliveryErrorCode"];
        };
        AlertList: {
            items: components["schemas"]["Alert"][];
            next_cursor: components["schemas"]["NextCursor"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        AlertPatch: {
            status?: components["schemas"]["AlertStatus"];
        };
        /** @description The rule as it was at the time of the match. */
        AlertRule: {
            author: string | null;
            level: components["schemas"]["Severity"];
            license: string | null;
            rule_id: string;
            /** @description The rule's own `id`. */
            sigma_id: string | null;
            tags: string[];
            title: string;
            /** @description SHA-256 of its source, lower-case hex. */
            version_hash: string;
        };
        /** @enum {string} */
        AlertStatus: "open" | "acknowledged" | "closed";
        ArchivedObject: {
            archive_id: string;
            /** Format: date-time */
            archived_at: string | null;
            /** @description Of the stored object. */
            bytes: number;
            day: components["schemas"]["Day"];
            events: number;
            /** Format: date-time */
            first_event_time: string | null;
            /** @description The key that it is sealed under. */
            key_id: string;
            /** Format: date-time */
            last_event_time: string | null;
            /** @description Of its events as NDJSON. */
            raw_bytes: number;
            /** @description The restore that currently makes it searchable. */
            restored_by: string | null;
            retention_class: string;
            /** @description What was removed from it since, oldest first. Each entry names the previous manifest by its SHA-256. */
            rewrites: {
                at: components["schemas"]["Timestamp"];
                previous_manifest_sha256: string;
                /** @enum {string} */
                reason: "erasure";
                removed: number;
            }[];
            /** @description Of the stored object. */
            sha256: string;
        };
        ArchiveList: {
            items: components["schemas"]["ArchivedObject"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        ArchiveRestore: {
            /** @description Objects that could not be read, up to a hundred; their days stay incomplete. */
            damaged: string[];
            events: number;
            /** Format: date-time */
            expires_at: string | null;
            from: components["schemas"]["Day"];
            objects: number;
            /** Format: date-time */
            ready_at: string | null;
            requested_at: components["schemas"]["Timestamp"];
            restore_id: string;
            /** @enum {string} */
            state: "queued" | "loading" | "ready" | "expired";
            to: components["schemas"]["Day"];
        };
        ArchiveRestoreCreate: {
            from: components["schemas"]["Day"];
            /** @description Counted from when it is ready; 7 days if absent. */
            searchable_seconds?: number;
            to: components["schemas"]["Day"];
        };
        ArchiveRestoreList: {
            items: components["schemas"]["ArchiveRestore"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        ArchiveVerification: {
            bytes: number;
            damaged: {
                archive_id: string;
                day: components["schemas"]["Day"];
                /** @enum {string} */
                fault: "manifest_missing" | "manifest_altered" | "object_missing" | "digest_mismatch" | "undecryptable" | "count_mismatch" | "ids_mismatch";
            }[];
            events: number;
            intact: number;
            next_cursor: components["schemas"]["NextCursor"];
            /** @description Objects that this call read. */
            objects: number;
        };
        Asset: {
            agent_id: string;
            asset_id: string;
            first_seen_at: components["schemas"]["Timestamp"];
            hostname: string;
            last_seen_at: components["schemas"]["Timestamp"];
            /** @description What device management says about this machine, matched by the serial number that its agent shows; absent if there is nothing. */
            mdm?: components["schemas"]["AssetMdmPosture"][];
            /** @enum {string|null} */
            os_family: "macos" | "windows" | "linux" | null;
            /** @description Its heartbeats name a different family than its identity. */
            os_family_conflict?: boolean;
            os_version: string | null;
            /** @description The asset whose live agent shows the same fingerprint. */
            possible_duplicate_of?: string;
            /** @description The facts of the newest heartbeat, under the same names. */
            posture: {
                /** @description Other members of the heartbeat, within bounds. */
                extra?: {
                    [key: string]: unknown;
                };
                /** @description A part of the heartbeat exceeded the bounds and was not stored. */
                extra_truncated?: boolean;
            } & {
                [key: string]: unknown;
            };
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            sources: components["schemas"]["AssetSource"][];
            /**
             * @description Late after three missed heartbeats, offline after fifteen.
             * @enum {string}
             */
            status: "online" | "late" | "offline";
            tenant_id: string;
        };
        AssetMdmPosture: {
            compliance_state: components["schemas"]["MdmComplianceState"];
            /** @description Where the agent disagrees. */
            conflicts: ("os_family" | "os_version")[];
            connection_id: string;
            device_id: string;
            encrypted?: boolean | null;
            jailbroken?: boolean | null;
            last_seen_at?: components["schemas"]["Timestamp"];
            last_sync_at?: components["schemas"]["Timestamp"] | null;
            /** @enum {string} */
            management_state?: "managed" | "unmanaged" | "unknown";
            missing_since?: components["schemas"]["Timestamp"] | null;
            os_version?: string | null;
            /** @enum {string} */
            ownership?: "company" | "personal" | "unknown";
            platform?: components["schemas"]["MdmPlatform"];
            /** @enum {string} */
            source_confidence: "high" | "medium" | "low";
        };
        AssetSource: {
            /**
             * @description How certain it is that the source describes this machine: high with a machine id or serial number, low otherwise.
             * @enum {string}
             */
            confidence: "high" | "medium" | "low";
            id: string;
            last_seen_at: components["schemas"]["Timestamp"];
            /** @enum {string} */
            type: "agent" | "mdm";
        };
        AuditInclusionProof: {
            audit_id: string;
            /** @description SHA-256 of the byte 0 and the 32 bytes of the record's `digest`, in base64. */
            leaf_hash: string;
            /** @description Its place in the tree, from 0 on. */
            leaf_index: number;
            /** @description The signed checkpoint. */
            note: string;
            /** @description Hashes from the leaf up, in base64. */
            proof: string[];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            /** @description Base64 of 32 bytes. */
            root: string;
            /** @description Of the checkpoint. */
            size: number;
        };
        AuditRecord: {
            actor: {
                id: string;
                /** @enum {string} */
                type: "service_account" | "user" | "agent";
            };
            at: components["schemas"]["Timestamp"];
            audit_id: string;
            /** @description Its pseudonym. */
            client: string;
            /** @description The network address that it came from. Not for auditors. */
            client_address?: string;
            /** @description The problem's code. */
            code: string | null;
            digest: string;
            /** @description The operationId. */
            operation: string;
            /** @enum {string} */
            outcome: "succeeded" | "refused" | "failed";
            /** @description Its place in the chain: 1, 2, 3 and so on. */
            position: number;
            previous_digest: string | null;
            /**
             * @description Only in records of reads of personal data in clear: one record stands for the reads of one caller, operation, record and set
             *     of filters. `request_id` and the address are those of the first.
             */
            reads?: {
                count: number;
                /** @description The personal fields that were filtered by; never their values. */
                filters: string[];
                first_at: components["schemas"]["Timestamp"];
                last_at: components["schemas"]["Timestamp"];
            };
            /** @description The policy through which an auditor saw the answer. */
            redaction_policy_id: string | null;
            request_id: string;
            resource: {
                id: string | null;
                type: string;
            };
            status: number;
        };
        AuditRecordList: {
            items: components["schemas"]["AuditRecord"][];
            next_cursor: string | null;
        };
        CertificateAuthority: {
            authority_id: string;
            /** @description PEM. */
            certificate: string;
            /** @description PEM, itself first, up to its root. */
            chain: string[];
            created_at: components["schemas"]["Timestamp"];
            issues_from: components["schemas"]["Timestamp"] | null;
            /**
             * @description Whether the platform or a secret provider holds its key.
             * @enum {string}
             */
            key: "sealed" | "external";
            not_after: components["schemas"]["Timestamp"];
            not_before: components["schemas"]["Timestamp"];
            /** @enum {string} */
            role: "root" | "issuing";
            /** @description Lower-case hex. */
            serial_number: string;
            /**
             * @description `issuing` signs new certificates now. `announced` will, from `issues_from` on. `accepted` no longer does, and its certificates
             *     are valid until they expire.
             * @enum {string}
             */
            state: "root" | "issuing" | "announced" | "accepted" | "expired";
        };
        /**
         * @description One PKCS#10 request in PEM (RFC 7468) with no other text, at most 16 KiB: P-256, P-384, Ed25519 or RSA of 2048 to 4096 bits,
         *     signed with SHA-256 or better by the key that it holds.
         */
        CertificateRequest: string;
        Checkpoint: {
            /** @description The signed note, as it is to be kept. */
            note: string;
            /** @description The name of the log. A restore from a backup gives it a new one. */
            origin: string;
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            /** @description Base64 of 32 bytes. */
            root: string;
            signed_at: components["schemas"]["Timestamp"];
            /** @description How many records it was signed for. */
            size: number;
            /** @description The stamp of an RFC 3161 authority over the bytes of `note`. Null where no authority is set, or it has not answered yet. */
            timestamp: {
                at: components["schemas"]["Timestamp"];
                /** @description The subject of the certificate that signed the stamp. */
                authority: string;
                /** @description The token in DER, in base64. `openssl ts -verify -token_in` reads it. */
                token: string;
            } | null;
            /** @description The public key of the log: `<name>+<key id>+<base64>`. Keep the first that you see, and compare. */
            verifier_key: string;
        };
        CheckpointList: {
            items: components["schemas"]["Checkpoint"][];
            next_cursor: string | null;
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        /**
         * @description Whether auditors see it.
         * @enum {string}
         */
        CommentVisibility: "internal" | "auditor";
        ConsistencyProof: {
            /** @description Base64 of 32 bytes. */
            from_root: string;
            from_size: number;
            /** @description The later signed checkpoint. */
            note: string;
            /** @description Hashes in the order of the RFC, in base64. */
            proof: string[];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            /** @description Base64 of 32 bytes. */
            root: string;
            /** @description Of the later checkpoint. */
            size: number;
        };
        /** @description 32 bytes in base64url without padding. */
        Coordinate: string;
        /**
         * Format: date
         * @example 2026-03-01
         */
        Day: string;
        /**
         * @description Why the newest attempt failed.
         * @enum {string|null}
         */
        DeliveryErrorCode: "egress_refused" | "endpoint_unreachable" | "endpoint_untrusted" | "endpoint_timeout" | "endpoint_refused" | "endpoint_throttled" | "endpoint_failed" | "endpoint_gone" | null;
        DestinationDescription: string | null;
        /** @enum {string} */
        DestinationState: "active" | "paused";
        /** @description https, public, without credentials. */
        DestinationUrl: string;
        DetectionRule: components["schemas"]["DetectionRuleItem"] & {
            /** @description False for a rule that is only counted by correlations. */
            alerts?: boolean;
            author?: string | null;
            /** @description What it counts; null for a rule about single events. */
            correlation?: {
                group_by?: string[];
                rules?: string[];
                timespan_seconds?: number;
                /** @enum {string} */
                type?: "event_count" | "value_count" | "temporal" | "temporal_ordered";
            } | null;
            /** Format: date-time */
            created_at?: string | null;
            description?: string | null;
            license?: string | null;
            /** @description Where its events come from; null for a correlation. */
            log_source?: {
                category?: string;
                product?: string;
                service?: string;
            } | null;
            /** @description When the rule was not asked, and what it missed; the last 20 times, oldest first. */
            pauses?: components["schemas"]["RulePausePeriod"][];
            /**
             * @description How many characters of a value a regular expression of the rule looks at, at least; null without one. A value has at most 32,768; a
             *     large expression looks at fewer, so that its work is bounded.
             */
            regex_reach?: number | null;
            /** @description The YAML. */
            source: string;
            /** @description As the rule states: stable, test, experimental, deprecated or unsupported. */
            status?: string | null;
            tags?: string[];
            /** Format: date-time */
            updated_at?: string | null;
            version: components["schemas"]["Version"];
            /** @description SHA-256 of its source, lower-case hex; null while the rule is refused. */
            version_hash: string | null;
        };
        DetectionRuleCreate: {
            /** @default true */
            enabled?: boolean;
            /** @description Sigma YAML. */
            source: string;
        };
        DetectionRuleExplain: {
            event_id: string;
        };
        DetectionRuleExplanation: components["schemas"]["ExplainedRule"] & {
            event_id: string;
            rule_id: string;
            rules: components["schemas"]["ExplainedRule"][];
        };
        DetectionRuleItem: {
            compile: components["schemas"]["RuleCompileReport"];
            /** @description For the caller's tenant. */
            enabled: boolean;
            /** @description Its file, relative to its folder; null for an upload. */
            file: string | null;
            /** @enum {string} */
            kind: "single" | "correlation";
            level: components["schemas"]["Severity"];
            origin: components["schemas"]["RuleOrigin"];
            paused: components["schemas"]["RulePause"];
            /** @example rul_3kq7v2m5x4c6n7b2a3s4d5f6g7 */
            rule_id: string;
            /** @description The rule's own `id`. */
            sigma_id: string | null;
            title: string;
        };
        DetectionRuleList: {
            items: components["schemas"]["DetectionRuleItem"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        DetectionRulePatch: {
            enabled?: boolean;
        };
        DetectionRuleTest: {
            /** @description Fields as rules see them. */
            event: {
                [key: string]: unknown;
            };
            /** @description How the event's source would be registered. */
            product?: {
                format?: string;
                product?: string;
                vendor?: string;
            };
        };
        DetectionRuleTestResult: {
            matched: boolean;
            matched_conditions: components["schemas"]["RuleMatchedCondition"][];
            /** @description Whether an event like this would reach the rule. */
            routed: boolean;
            rule_id: string;
            /** @description Each rule that was tried; for a correlation, those that it counts. */
            rules: {
                matched: boolean;
                routed: boolean;
                title: string;
            }[];
        };
        EnrollmentExchange: {
            agent_class: components["schemas"]["AgentClass"];
            agent_version?: string;
            csr: components["schemas"]["CertificateRequest"];
            enrollment_token: string;
            fingerprint?: components["schemas"]["Fingerprint"];
            /** @description Descriptive only; it never establishes who the agent is. */
            hostname?: string;
            nonce: components["schemas"]["Nonce"];
            /** @description Endpoints only; for darwin a version such as 14.5, 13 or later. */
            os_version?: string;
            platform?: components["schemas"]["AgentPlatform"];
        };
        EnrollmentToken: {
            agent_class: components["schemas"]["AgentClass"];
            /** @description The agent that it made. */
            agent_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description The account that made it. */
            created_by: string;
            expires_at: components["schemas"]["Timestamp"];
            label: string | null;
            /**
             * @description `claimed` while its exchange is in progress, `issued` once the certificate is made, `confirmed` with the agent's first
             *     heartbeat.
             * @enum {string}
             */
            state: "unused" | "claimed" | "issued" | "confirmed" | "revoked" | "expired";
            token_id: string;
            version: components["schemas"]["Version"];
        };
        EnrollmentTokenCreate: {
            agent_class: components["schemas"]["AgentClass"];
            /**
             * @description At most 30 days.
             * @default 86400
             */
            expires_in_seconds?: number;
            /** @description What it is for. */
            label?: string;
        };
        EnrollmentTokenCreated: components["schemas"]["EnrollmentToken"] & {
            /**
             * @description Shown once: a repeated request with the same Idempotency-Key gets an answer without it.
             * @example wle_4tj2kcbq2nm7a5x6d3fzr4vyhw7o5e2ipsg3uqmlk6bnxcd4ratqh6czyea
             */
            token?: string;
        };
        /** @description One link of the tenant's chain of evidence. Never changed. */
        Evidence: {
            collected_at: components["schemas"]["Timestamp"];
            /** @description Controls that it supports, e.g. `soc2:CC7.2`. */
            controls: string[];
            /** @description SHA-256 of the canonical JSON of `details`, lower-case hex. */
            details_digest: string;
            /** @description SHA-256 of the canonical JSON of the other members, lower-case hex. */
            digest: string;
            evidence_id: string;
            evidence_type: components["schemas"]["EvidenceType"];
            /** @description The `digest` of the record before; null for the tenant's first. */
            previous_digest: string | null;
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            /** @description The record that it concerns. */
            subject: {
                id: string;
                type: string;
            };
            summary: string;
        };
        EvidenceDetail: components["schemas"]["Evidence"] & {
            /** @description Ids, counts, codes and settings. */
            details: Record<string, unknown>;
        };
        EvidenceInclusionProof: {
            evidence_id: string;
            /** @description SHA-256 of the byte 0 and the 32 bytes of the record's `digest`, in base64. */
            leaf_hash: string;
            /** @description Its place in the tree, from 0 on. */
            leaf_index: number;
            /** @description The signed checkpoint. */
            note: string;
            /** @description Hashes from the leaf up, in base64. */
            proof: string[];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            /** @description Base64 of 32 bytes. */
            root: string;
            /** @description Of the checkpoint. */
            size: number;
        };
        EvidenceList: {
            items: components["schemas"]["Evidence"][];
            next_cursor: components["schemas"]["NextCursor"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        /** @enum {string} */
        EvidenceType: "alert" | "mdm_sync" | "enrollment" | "revocation" | "retention_move" | "rule_change" | "policy_change" | "settings_change" | "ticket_closure";
        ExplainedRule: {
            /** @description The alert that the rule made from the event. */
            alert_id: string | null;
            /** @description Whether the result is certain. */
            complete: boolean;
            conditions: (components["schemas"]["RuleMatchedCondition"] & {
                /** @enum {string} */
                answer: "held" | "not_held" | "unknown";
            })[];
            /** @description Null if the stored event does not show it. */
            matched: boolean | null;
            /** @description Whether the event reaches the rule. */
            routed: boolean;
            title?: string;
        };
        /** @enum {string} */
        FacetField: "severity" | "category" | "event_type" | "log_source_id" | "asset_id";
        FieldFault: {
            /** @description 1-based line of a text that was sent. */
            line?: number;
            message: string;
            /** @description RFC 6901 pointer into the body, or `?name` for a query parameter. */
            pointer: string;
        };
        /**
         * @description What identifies this machine, so that it is recognised later. Stored as keyed hashes only, and never returned. A machine id or
         *     serial number counts for more than network addresses.
         */
        Fingerprint: {
            mac_addresses?: string[];
            machine_id?: string;
            serial_number?: string;
        };
        Heartbeat: {
            /** @description New with every start of the machine. */
            boot_id?: string;
            cpu_count?: number;
            cpu_usage_percent?: number;
            disks?: ({
                mount?: string;
                total_bytes?: number;
                used_bytes?: number;
            } & {
                [key: string]: unknown;
            })[];
            hostname: string;
            memory_total_bytes?: number;
            memory_used_bytes?: number;
            network_interfaces?: ({
                ip_addresses?: string[];
                mac_address?: string;
                name?: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description The identity's platform decides; a different value here is only noted as a conflict. */
            os_family?: string;
            os_version?: string;
            process_count?: number;
            /** @description Grows by one with every heartbeat of a boot. */
            sequence?: number;
            uptime_seconds?: number;
        } & {
            [key: string]: unknown;
        };
        IngestBatch: {
            events: components["schemas"]["IngestEvent"][];
            log_source_id: string;
        };
        IngestEvent: {
            /** @description The asset that it concerns. */
            asset_id?: string;
            /** @description The collector's own reference. The same one from the same source always gives the same `event_id`, stored once. */
            event_ref?: string;
            /**
             * Format: date-time
             * @description When the collector saw it; any past date.
             */
            observed_at?: string;
            /**
             * @description One event, as text (of any number of lines) or as a JSON object: at most 64 KiB of UTF-8 (an object by its compact JSON) and
             *     64 levels deep, else the item is rejected. JSON given as text means the same as the object. Invalid UTF-8 is replaced and
             *     flagged.
             */
            raw: string | Record<string, unknown>;
        };
        IngestReceipt: {
            accepted: number;
            batch_id: string;
            /** @description The same on every event, alert and ticket that this batch leads to. */
            correlation_id: string;
            /** @description Repeats of an `event_ref` within the batch. */
            duplicates: number;
            rejected: number;
            /** @description In the order of the request. */
            results: {
                /**
                 * @description For rejected items.
                 * @enum {string}
                 */
                code?: "raw_empty" | "raw_too_large" | "raw_too_deep" | "asset_unknown";
                /** @description For accepted and duplicate items. */
                event_id?: string;
                index: number;
                /** @enum {string} */
                status: "accepted" | "duplicate" | "rejected";
            }[];
        };
        LedgerHour: {
            /** @description Durable. */
            accepted: number;
            /** @description Could not be processed; `/logs/rejections` lists them. */
            dead_lettered: number;
            /** @description Repeats of an `event_ref` within a batch. */
            duplicate: number;
            hour: components["schemas"]["Timestamp"];
            /** @description Not processed yet. */
            in_flight: number;
            /** @description Items of requests that were answered. */
            received: number;
            /** @description Refused item by item at the door. */
            rejected: number;
            searchable: number;
        };
        LegalHold: {
            active: boolean;
            reason: string | null;
            /** Format: date-time */
            updated_at: string | null;
            version: components["schemas"]["Version"];
        };
        LegalHoldPatch: {
            active?: boolean;
            reason?: string | null;
        };
        LogErasure: {
            /** @description Events removed from the archive. */
            archived_removed: number;
            erasure_id: string;
            /** Format: date-time */
            finished_at: string | null;
            /** @description What cannot be rewritten and may still hold the subject. Empty before `removed_at` and once it is `done`. */
            may_be_held: {
                /** @enum {string} */
                in: "topic" | "backups";
                /** @description Of the topic. */
                name: string | null;
                until: components["schemas"]["Timestamp"];
            }[];
            objects_rewritten: number;
            reason: string;
            /**
             * @description Other records that were changed or removed, by kind.
             * @example {
             *       "alerts": 2,
             *       "tickets": 1,
             *       "ticket_comments": 0,
             *       "correlation_groups": 1,
             *       "rejections": 0
             *     }
             */
            records_changed: {
                [key: string]: number;
            };
            /**
             * Format: date-time
             * @description When it was removed from everything that can be changed.
             */
            removed_at: string | null;
            requested_at: components["schemas"]["Timestamp"];
            /** @description Events removed from the index. */
            searchable_removed: number;
            /**
             * @description `waiting_for_retention`: removed from everything that can be changed. `done`: nothing holds it any more.
             * @enum {string}
             */
            state: "queued" | "running" | "waiting_for_retention" | "done";
            /** @enum {string} */
            subject_type: "user" | "ip" | "host" | "asset_id";
            /**
             * @description What a `waiting_for_retention` erasure waits for.
             * @enum {string|null}
             */
            waits_for: "topics" | "backups" | null;
        };
        LogErasureCreate: {
            /** @description Why; a reference to the request. Do not name the person. */
            reason: string;
            subject: {
                /** @enum {string} */
                type: "user" | "ip" | "host" | "asset_id";
                value: string;
            };
        };
        LogErasureList: {
            items: components["schemas"]["LogErasure"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description OCSF 1.8 names on the top level; fields without an OCSF name are under `unmapped`. Secrets are removed from every member. Search
         *     items have the same members as the single read.
         */
        LogEvent: {
            /** @description 1 allowed, 2 denied. */
            action_id?: number;
            /** @description Name of the OCSF activity. */
            activity?: string | null;
            activity_id?: number;
            /** @description Who acts: `actor.user`, `actor.process`. */
            actor?: Record<string, unknown>;
            actual_permissions?: number;
            api?: Record<string, unknown>;
            /** @description The asset that the event concerns. */
            asset_id?: string | null;
            auth_protocol?: string;
            /** @description OCSF category in snake_case. */
            category: string;
            category_uid?: number;
            certificate?: Record<string, unknown>;
            /** @description OCSF class; 0 for text that no parser recognised. */
            class_uid: number;
            cloud?: Record<string, unknown>;
            command?: string;
            comment?: string;
            connection_info?: Record<string, unknown>;
            count?: number;
            database?: Record<string, unknown>;
            /** @description The machine that the log is about. */
            device?: Record<string, unknown>;
            direction_id?: number;
            driver?: Record<string, unknown>;
            dst_endpoint?: Record<string, unknown>;
            duration?: number;
            email?: Record<string, unknown>;
            entity?: Record<string, unknown>;
            /** @description Derived from the source and its `event_ref`; random without one. */
            event_id: string;
            /** @description When it happened. Searches are over this time. */
            event_time: components["schemas"]["Timestamp"];
            /** @description OCSF class in snake_case. */
            event_type: string;
            file?: Record<string, unknown>;
            finding_info?: Record<string, unknown>;
            firewall_rule?: Record<string, unknown>;
            group?: Record<string, unknown>;
            http_request?: Record<string, unknown>;
            http_response?: Record<string, unknown>;
            /** @description When it was accepted. */
            ingested_at?: components["schemas"]["Timestamp"];
            is_mfa?: boolean;
            is_remote?: boolean;
            job?: Record<string, unknown>;
            log_name?: string;
            log_provider?: string;
            log_source_id: string;
            logon_process?: Record<string, unknown>;
            logon_type?: string;
            logon_type_id?: number;
            malware?: Record<string, unknown>;
            /**
             * @description The text that `summary` is made from: people in clear, secrets removed. Absent if it is the same as `summary`, in events stored
             *     by release 1.0, and for auditors.
             */
            message?: string;
            /** @description The product and the log that the event came from. */
            metadata?: Record<string, unknown>;
            module?: Record<string, unknown>;
            /** @description What an analyst pivots on. */
            observables?: Record<string, unknown>[];
            /**
             * Format: date-time
             * @description When the collector saw it.
             */
            observed_at?: string | null;
            /**
             * @description OCSF `status_id` 1, 2 and 0.
             * @enum {string}
             */
            outcome?: "success" | "failure" | "unknown";
            parser?: {
                /** @description How sure it is that the log is of this pack. */
                confidence?: number;
                /** @description What was cut or decided on the way. */
                flags?: string[];
                /** @description The kind of event within the pack. Absent if the pack does not know it. */
                kind?: string;
                name?: string;
                /** @description The source pack that read it (docs/sources.md). `generic-…`: only the syntax is known. */
                pack?: string;
                /**
                 * @description How much of the log was understood.
                 * @enum {string}
                 */
                status?: "parsed" | "partial" | "unparsed";
                version?: string;
                /** @description What carried the log and was opened, outermost first. */
                via?: string[];
            };
            policy?: Record<string, unknown>;
            prev_reg_key?: Record<string, unknown>;
            privileges?: string[];
            process?: Record<string, unknown>;
            pseudonym_epoch?: components["schemas"]["PseudonymEpoch"];
            query?: Record<string, unknown>;
            rcode?: string;
            rcode_id?: number;
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            reg_key?: Record<string, unknown>;
            reg_value?: Record<string, unknown>;
            requested_permissions?: number;
            resource?: Record<string, unknown>;
            resources?: Record<string, unknown>[];
            script?: Record<string, unknown>;
            service?: Record<string, unknown>;
            session?: Record<string, unknown>;
            severity: components["schemas"]["Severity"];
            severity_id?: number;
            share?: string;
            src_endpoint?: Record<string, unknown>;
            status_code?: string;
            status_detail?: string;
            /** @description The outcome: 0 unknown, 1 success, 2 failure. */
            status_id?: number;
            /** @description The redacted text, and the only one that `q` searches. */
            summary: string;
            table?: Record<string, unknown>;
            tenant_id?: string;
            tier: components["schemas"]["Tier"];
            /**
             * @description Where `event_time` comes from. `exact`: the log says it. `zone_assumed`: the log has no zone; the source's `timezone` was used.
             *     `year_assumed`: the log has no year; the one closest to `observed_at` or receipt was used. `observed`, `received`: the log has no
             *     time. `clamped`: the time in the log is impossible; the time of receipt was used.
             * @enum {string}
             */
            time_quality?: "exact" | "zone_assumed" | "year_assumed" | "observed" | "received" | "clamped";
            tls?: Record<string, unknown>;
            traffic?: Record<string, unknown>;
            tunnel_type_id?: number;
            type?: string;
            /** @description class_uid x 100 + activity_id. */
            type_uid?: number;
            /** @description Fields of the log that have no OCSF name. */
            unmapped?: Record<string, unknown>;
            url?: Record<string, unknown>;
            /** @description The account that it concerns; for a logon, who logs on. A Windows domain is in `user.domain`. */
            user?: Record<string, unknown>;
            win_resource?: Record<string, unknown>;
            win_service?: Record<string, unknown>;
        };
        LogEventPage: {
            coverage: components["schemas"]["SearchCoverage"];
            items: components["schemas"]["LogEvent"][];
            next_cursor: components["schemas"]["NextCursor"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        LogFacets: {
            coverage: components["schemas"]["SearchCoverage"];
            /** @description Whether every count is exact for what was searched. If not, a rare value may be missing or its count too low. */
            exact: boolean;
            /** @description In the order asked for. */
            facets: {
                field: components["schemas"]["FacetField"];
                /** @description There are more values. */
                truncated: boolean;
                /** @description The most frequent first, ties by value. */
                values: {
                    count: number;
                    value: string;
                }[];
            }[];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            /** @description Events that match. */
            total: number;
        };
        /**
         * @description How raw events are read; `auto` recognises the format.
         * @enum {string}
         */
        LogFormat: "auto" | "syslog" | "json" | "windows_event" | "cef" | "leef" | "auditd" | "web_access" | "kv" | "macos_log" | "cloudtrail";
        LogHistogram: {
            buckets: {
                by_severity: {
                    critical: number;
                    high: number;
                    informational: number;
                    low: number;
                    medium: number;
                };
                count: number;
                start: components["schemas"]["Timestamp"];
            }[];
            coverage: components["schemas"]["SearchCoverage"];
            interval_seconds: number;
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        LogSource: {
            created_at: components["schemas"]["Timestamp"];
            description: string | null;
            format: components["schemas"]["LogFormat"];
            log_source_id: string;
            name: string;
            product: string | null;
            state: components["schemas"]["LogSourceState"];
            timezone: string;
            updated_at: components["schemas"]["Timestamp"];
            vendor: string | null;
            version: components["schemas"]["Version"];
        };
        LogSourceCreate: {
            description?: components["schemas"]["LogSourceDescription"];
            format: components["schemas"]["LogFormat"];
            name: components["schemas"]["LogSourceName"];
            product?: components["schemas"]["LogSourceProduct"];
            timezone?: components["schemas"]["LogSourceTimezone"];
            vendor?: components["schemas"]["LogSourceProduct"];
        };
        LogSourceDescription: string | null;
        LogSourceLedger: {
            /** @description Durable logs of this source. */
            accepted: number;
            /**
             * Format: date-time
             * @description When the last recount was.
             */
            checked_at?: string | null;
            /** @description Where the last recount from the stores found a difference. Must be empty. */
            differences?: {
                found_at: components["schemas"]["Timestamp"];
                hour: components["schemas"]["Timestamp"];
                /** @description The ledger's number. */
                ledger: number;
                /** @description The stores' number. */
                stores: number;
                /** @enum {string} */
                what: "searchable" | "dead_lettered" | "accepted";
            }[];
            /** @description The accepted logs that every rule has evaluated. */
            evaluated: number;
            /** @description Hours in which the source sent something, oldest first; with `from` or `to` only. */
            hours?: components["schemas"]["LedgerHour"][];
            log_source_id: string;
            /** @description The accepted logs that are searchable, unparsed ones included. */
            normalized: number;
            /** @description Accepted, but neither rejected nor evaluated yet. */
            pending: number;
            /** @description The accepted logs that could not be processed; `/logs/rejections` lists them. */
            rejected: number;
            /** @description The searchable logs that are stored as text because no parser recognised them. */
            unparsed: number;
        };
        LogSourceList: {
            items: components["schemas"]["LogSource"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        LogSourceName: string;
        LogSourcePatch: {
            description?: components["schemas"]["LogSourceDescription"];
            format?: components["schemas"]["LogFormat"];
            name?: components["schemas"]["LogSourceName"];
            product?: components["schemas"]["LogSourceProduct"];
            state?: components["schemas"]["LogSourceState"];
            timezone?: components["schemas"]["LogSourceTimezone"];
            vendor?: components["schemas"]["LogSourceProduct"];
        };
        /** @description Helps to route rules. */
        LogSourceProduct: string | null;
        /** @enum {string} */
        LogSourceState: "active" | "paused";
        /**
         * @description IANA name of the zone to use for times without a zone; UTC if absent.
         * @example Europe/Zurich
         */
        LogSourceTimezone: string;
        MatchedCondition: {
            /** @description Null for keywords. */
            field: string | null;
            /** @description Separated by `|`; empty for equality. */
            modifier: string;
            selection: string;
            /** @description The value in the event, up to 256 characters. Absent for auditors. */
            value?: string | null;
        };
        MdmClientId: string;
        /**
         * @description The provider's statement; `unknown` if it makes none. Never derived here.
         * @enum {string}
         */
        MdmComplianceState: "compliant" | "noncompliant" | "in_grace_period" | "conflict" | "error" | "unknown";
        MdmConnection: {
            authority_url?: string | null;
            base_url?: string | null;
            client_id?: string | null;
            connection_id: string;
            created_at: components["schemas"]["Timestamp"];
            /** @description The code of the sync that set the state to `error`. */
            error_code: string | null;
            last_sync_at?: components["schemas"]["Timestamp"] | null;
            last_sync_run_id?: string | null;
            name: components["schemas"]["MdmName"];
            next_sync_at?: components["schemas"]["Timestamp"] | null;
            provider: components["schemas"]["MdmProvider"];
            provider_tenant_id?: string | null;
            secret_ref: components["schemas"]["MdmSecretRef"];
            state: components["schemas"]["MdmConnectionState"];
            sync_interval_seconds: number;
            tenant_id: string;
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        MdmConnectionCreate: {
            /** @description Where Microsoft's token service is, for national clouds. */
            authority_url?: components["schemas"]["MdmUrl"];
            /** @description Where the provider's API is. Microsoft Graph's public address if absent. */
            base_url?: components["schemas"]["MdmUrl"];
            client_id?: components["schemas"]["MdmClientId"];
            name: components["schemas"]["MdmName"];
            provider: components["schemas"]["MdmProvider"];
            /** @description The directory (tenant) at Microsoft. */
            provider_tenant_id?: components["schemas"]["MdmProviderTenantId"];
            secret_ref: components["schemas"]["MdmSecretRef"];
            sync_interval_seconds?: components["schemas"]["MdmSyncInterval"];
        };
        MdmConnectionList: {
            items: components["schemas"]["MdmConnection"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        MdmConnectionPatch: {
            authority_url?: components["schemas"]["MdmUrl"] | null;
            base_url?: components["schemas"]["MdmUrl"] | null;
            client_id?: components["schemas"]["MdmClientId"];
            name?: components["schemas"]["MdmName"];
            provider_tenant_id?: components["schemas"]["MdmProviderTenantId"] | null;
            secret_ref?: components["schemas"]["MdmSecretRef"];
            /** @enum {string} */
            state?: "active" | "paused";
            sync_interval_seconds?: number;
        };
        /**
         * @description `error`: the newest sync failed for a reason that an operator must fix. It is tried again all the same.
         * @enum {string}
         */
        MdmConnectionState: "active" | "paused" | "error";
        /** @description What a provider says about a device. Its name, user, addresses, serial and telephone numbers are not stored. */
        MdmDevice: {
            /** @description The asset whose agent shows the same serial number. */
            asset_id: string | null;
            changed_at?: components["schemas"]["Timestamp"];
            /** @description Changes of the compliance state, newest last; at most 32. */
            compliance_history?: {
                at: components["schemas"]["Timestamp"];
                state: components["schemas"]["MdmComplianceState"];
            }[];
            compliance_state: components["schemas"]["MdmComplianceState"];
            /** @description Where the asset's agent disagrees. */
            conflicts?: ("os_family" | "os_version")[];
            connection_id: string;
            /** @description Keyed hash of the provider's id. */
            device_id: string;
            encrypted: boolean | null;
            first_seen_at: components["schemas"]["Timestamp"];
            jailbroken: boolean | null;
            last_seen_at: components["schemas"]["Timestamp"];
            /** @description When the device last contacted its provider. */
            last_sync_at: components["schemas"]["Timestamp"] | null;
            /** @enum {string} */
            management_state: "managed" | "unmanaged" | "unknown";
            manufacturer: string | null;
            /** @description Since when complete syncs have not seen it; set by the second one, at least 24 h after the first. */
            missing_since: components["schemas"]["Timestamp"] | null;
            model: string | null;
            os_version: string | null;
            /** @enum {string} */
            ownership: "company" | "personal" | "unknown";
            platform: components["schemas"]["MdmPlatform"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            /**
             * @description High with a serial number and news of the last 7 days, medium with older news, low without a serial number or when missing.
             * @enum {string}
             */
            source_confidence: "high" | "medium" | "low";
            tenant_id: string;
            version?: components["schemas"]["Version"];
        };
        MdmDeviceList: {
            items: components["schemas"]["MdmDevice"][];
            next_cursor: components["schemas"]["NextCursor"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        MdmName: string;
        /** @enum {string} */
        MdmPlatform: "macos" | "windows" | "linux" | "ios" | "ipados" | "tvos" | "android" | "chromeos" | "unknown";
        /** @enum {string} */
        MdmProvider: "microsoft_graph" | "jamf_pro";
        MdmProviderTenantId: string;
        /** @description Where the secret is stored. Its value is in no answer. */
        MdmSecretRef: {
            name: string;
            /** @enum {string} */
            provider: "env" | "file" | "vault";
            /** @constant */
            purpose: "mdm";
        };
        /** @default 3600 */
        MdmSyncInterval: number;
        MdmSyncRun: {
            /** @description The walk is proven to have seen every device. Only such runs mark devices as missing. */
            complete: boolean;
            connection_id: string;
            /** @description Devices, each once. `seen` is created, changed and unchanged together; `missing` are known here and were not seen by a complete walk. */
            counts: {
                changed: number;
                created: number;
                missing: number;
                seen: number;
                unchanged: number;
            };
            /** @description Fields of the provider's answers that differ from its documentation. */
            drift: {
                count: number;
                field: string;
                /** @enum {string} */
                reason: "unknown_value" | "wrong_type" | "missing";
            }[];
            /** @description secret_unresolved, egress_refused, provider_unauthorized, provider_unavailable, provider_throttled, provider_response_invalid, connection_changed, mass_disappearance; null if nothing went wrong. */
            error_code: string | null;
            finished_at: components["schemas"]["Timestamp"] | null;
            requested_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["Timestamp"] | null;
            state: components["schemas"]["MdmSyncRunState"];
            sync_run_id: string;
            tenant_id: string;
            /** @enum {string} */
            trigger: "on_demand" | "scheduled";
        };
        MdmSyncRunList: {
            items: components["schemas"]["MdmSyncRun"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description `partial`: devices were read, but the walk is not proven complete. `throttled`: the provider asked for a longer wait than one run
         *     waits; the next run continues from there. `failed`: nothing was read.
         * @enum {string}
         */
        MdmSyncRunState: "queued" | "running" | "succeeded" | "partial" | "failed" | "throttled";
        MdmUrl: string;
        /** @description Pass it as `cursor` for the next page; null at the end. */
        NextCursor: string | null;
        /** @description base64url of 16 to 64 fresh random bytes, new for every attempt. */
        Nonce: string;
        /** @description Signature algorithms that are accepted; asymmetric ones only. */
        OidcAlgorithms: ("RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA")[];
        /** @description What `aud` must contain. */
        OidcAudience: string;
        /** @description The platform's client id at the provider. */
        OidcClientId: string;
        /** @description Roles by the name of a group, each group once. */
        OidcGroupRoles: {
            group: string;
            roles: ("admin" | "operator" | "analyst" | "auditor" | "collector")[];
        }[];
        /** @description The claim that contains the groups. */
        OidcGroupsClaim: string;
        OidcIssuer: {
            algorithms: components["schemas"]["OidcAlgorithms"];
            audience: components["schemas"]["OidcAudience"];
            client_id: components["schemas"]["OidcClientId"] | null;
            client_secret_ref: components["schemas"]["OidcSecretRef"] | null;
            /**
             * @description Whether the tenant has proven that the issuer is its own. `pending`: nobody signs in with it.
             * @enum {string}
             */
            control: "pending" | "proven";
            created_at: components["schemas"]["Timestamp"];
            group_roles: components["schemas"]["OidcGroupRoles"];
            groups_claim: components["schemas"]["OidcGroupsClaim"];
            issuer: components["schemas"]["OidcIssuerUrl"];
            issuer_id: string;
            /**
             * Format: date-time
             * @description When.
             */
            proven_at: string | null;
            /**
             * @description How. Null while it is pending and for registrations from before proof was asked for.
             * @enum {string|null}
             */
            proven_by: "sign_in" | "approval" | null;
            /** @description Register this with the provider. Null while the gateway does not know where browsers find it (`WARDLINE_PUBLIC_URL`). */
            redirect_uri: string | null;
            scopes: components["schemas"]["OidcScopes"];
            sign_in_name: components["schemas"]["OidcSignInName"] | null;
            state: components["schemas"]["OidcState"];
            tenant_id: string;
            token_types: components["schemas"]["OidcTokenTypes"];
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        OidcIssuerCreate: {
            algorithms?: components["schemas"]["OidcAlgorithms"];
            audience: components["schemas"]["OidcAudience"];
            client_id?: components["schemas"]["OidcClientId"] | null;
            client_secret_ref?: components["schemas"]["OidcSecretRef"] | null;
            group_roles: components["schemas"]["OidcGroupRoles"];
            groups_claim?: components["schemas"]["OidcGroupsClaim"];
            issuer: components["schemas"]["OidcIssuerUrl"];
            scopes?: components["schemas"]["OidcScopes"];
            sign_in_name?: components["schemas"]["OidcSignInName"] | null;
            token_types?: components["schemas"]["OidcTokenTypes"];
        };
        OidcIssuerList: {
            items: components["schemas"]["OidcIssuer"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        OidcIssuerPatch: {
            algorithms?: components["schemas"]["OidcAlgorithms"];
            audience?: components["schemas"]["OidcAudience"];
            client_id?: components["schemas"]["OidcClientId"] | null;
            client_secret_ref?: components["schemas"]["OidcSecretRef"] | null;
            group_roles?: components["schemas"]["OidcGroupRoles"];
            groups_claim?: components["schemas"]["OidcGroupsClaim"];
            scopes?: components["schemas"]["OidcScopes"];
            sign_in_name?: components["schemas"]["OidcSignInName"] | null;
            state?: components["schemas"]["OidcState"];
            token_types?: components["schemas"]["OidcTokenTypes"];
        };
        OidcIssuerProof: {
            /** @description A page of the provider. The browser that has the cookie opens it. */
            authorization_url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description Exactly as in `iss`. https, unless `WARDLINE_EGRESS_ALLOW` names it. */
        OidcIssuerUrl: string;
        /** @description What is requested at sign-in. It must give the groups claim, in the ID token or from UserInfo. */
        OidcScopes: string[];
        /** @description Where the client's secret is stored. Its value is in no answer. */
        OidcSecretRef: {
            name: string;
            /** @enum {string} */
            provider: "env" | "file" | "vault";
            /** @constant */
            purpose: "oidc";
        };
        /** @description What people type to sign in with this provider, for example an e-mail domain. It is not secret. */
        OidcSignInName: string;
        /** @enum {string} */
        OidcState: "active" | "paused";
        /** @description RFC 9068 requires `at+jwt` in `typ`; use `JWT` for providers that do not follow it. */
        OidcTokenTypes: ("at+jwt" | "JWT")[];
        OpenSession: {
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether the request came in by it. */
            current: boolean;
            /**
             * Format: date-time
             * @description When it ends in any case.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it ends unless it is used again.
             */
            idle_expires_at: string;
            principal: {
                id: string;
                /** @enum {string} */
                type: "service_account" | "user";
            };
            session_id: string;
        };
        OpenSessionList: {
            items: components["schemas"]["OpenSession"][];
            next_cursor: string | null;
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        /** @enum {string} */
        OsFamily: "macos" | "windows" | "linux";
        /** @description RFC 9457. Never repeats a value that was sent. */
        Problem: {
            /** @description Stable: programs may rely on it. */
            code: string;
            detail: string;
            errors?: components["schemas"]["FieldFault"][];
            request_id: string;
            status: number;
            title: string;
            /** Format: uri */
            type: string;
        };
        /**
         * @description The epoch of the pseudonyms in this record, as in `user:2~…`; absent: 1. In other epochs the same value has other pseudonyms. `GET
         *     /session` says which epoch new records get.
         */
        PseudonymEpoch: number;
        ReceiptKey: {
            /** @enum {string} */
            algorithm: "Ed25519";
            key_id: string;
            /** @description SubjectPublicKeyInfo, PEM. */
            public_key: string;
        };
        /**
         * @description True on every answer to an auditor; absent for other callers.
         * @constant
         */
        RedactionApplied: true;
        RedactionPolicy: {
            /** @description Whether answers are redacted by this policy now. */
            active: boolean;
            description?: string;
            /** @description What is looked for in free text. */
            detectors: {
                /** @description Its regular expression, or the revision of a detector that is code. */
                expression: string;
                id: string;
                /** @description What it finds. */
                removes: string;
            }[];
            group_fields?: Record<string, unknown>;
            list?: Record<string, unknown>;
            name: string;
            /** @description Its id, `<name>@<version>+<hash>`: the `redaction_policy_id` of the answers that it redacted. */
            policy_id: string;
            /** @description What a value must be to be shown as it is, by name: a number within bounds, a boolean, a text of a form, a member of a list. */
            types?: Record<string, unknown>;
            version: number;
            /**
             * @description What an auditor gets of each member of each kind of record. The name of one of the `types`: the value if it has that type, else
             *     nothing; with `|text` behind it, a text of another type as `text`; with `|word`, as a pseudonym. `text`, `typed_text`: without secrets and personal values.
             *     `pseudonym:<type>`, `drop`. Until version 3 also `keep`: any plain value. `filters` are the query parameters that auditors may use,
             *     each with the type of its values; `bounded`: what this document allows.
             */
            views: Record<string, unknown>;
        };
        /**
         * @description The policy through which an auditor sees the answer, `<name>@<version>+<hash>`.
         * @example wardline-default@1+0123456789abcdef
         */
        RedactionPolicyId: string;
        RedactionPolicyList: {
            items: components["schemas"]["RedactionPolicy"][];
            next_cursor: string | null;
        };
        Rejection: {
            attempts: number;
            /** @description Why. */
            code: string;
            envelope_id: string;
            event_id: string | null;
            expires_at: components["schemas"]["Timestamp"];
            /** @description Kind of the event that could not be processed. */
            kind: string;
            log_source_id: string | null;
            rejected_at: components["schemas"]["Timestamp"];
            rejection_id: string;
            replayable: boolean;
            resolution_reason?: string | null;
            /** Format: date-time */
            resolved_at?: string | null;
            state: components["schemas"]["RejectionState"];
            version?: components["schemas"]["Version"];
        };
        RejectionList: {
            items: components["schemas"]["Rejection"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @enum {string} */
        RejectionState: "open" | "replayed" | "discarded";
        Restore: {
            /**
             * Format: date-time
             * @description The instant that the backup shows.
             */
            backup_taken_at: string | null;
            /** Format: date-time */
            confirmed_at: string | null;
            /** @description The account that did so. */
            confirmed_by: string | null;
            /** @description Files of the revocation journal that were found. */
            journal_files: number;
            /** @description Records that could not be. */
            journal_refused: number;
            /** @description Records (identities, tokens, accounts, tenants, issuers, authorities) that were brought up to date. */
            journal_replayed: number;
            restore_id: string;
            sessions_ended: number;
            settled_at: components["schemas"]["Timestamp"];
            /** @enum {string} */
            state: "waiting" | "confirmed";
            /** @description Enrolment tokens that the backup knew as unused. */
            tokens_voided: number;
            version: components["schemas"]["Version"];
        };
        RestoreList: {
            items: components["schemas"]["Restore"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        Retention: {
            /**
             * Format: date-time
             * @description From when on these settings apply; null for the defaults.
             */
            applies_from: string | null;
            /** @description In the archive up to this day. */
            cold_days: number;
            /** @description Searchable up to this day. */
            hot_days: number;
            /** @description The platform's class of partitions that holds the events. */
            retention_class: string;
            /** Format: date-time */
            updated_at: string | null;
            version: components["schemas"]["Version"];
            /** @description Searchable, slower, up to this day. */
            warm_days: number;
        };
        RetentionPatch: {
            cold_days?: number;
            hot_days?: number;
            warm_days?: number;
        };
        RuleCompileReport: {
            /** @description Stable: what kind of fault. */
            code?: string;
            /** @description Line of its file. */
            line?: number;
            /** @description Why it is refused, as text. */
            reason?: string;
            /** @enum {string} */
            status: "ok" | "refused";
        };
        RuleMatchedCondition: {
            /** @description Null for keywords. */
            field: string | null;
            /** @description `|`-separated; empty for equality. */
            modifier: string;
            selection: string;
            /** @description The value in the event, shortened. */
            value?: string | null;
        };
        /**
         * @description Shipped with Wardline, from the operator's rules folder, or uploaded by the tenant.
         * @enum {string}
         */
        RuleOrigin: "own" | "dir" | "uploaded";
        /**
         * @description The rule took more time on this tenant's events than it may and is not asked for a while; null while it is asked. It is asked again from
         *     `until` on, and at once when somebody enables it. Each further pause within a day is twice as long, from a minute up to an hour.
         */
        RulePause: {
            /**
             * @description The rule alone took too long, or the tenant's rules together did.
             * @enum {string}
             */
            reason: "rule_over_budget" | "tenant_over_budget";
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
        } | null;
        RulePausePeriod: {
            /** @description Events that the rule would have looked at and did not. */
            events: number;
            /**
             * Format: date-time
             * @description Time of the earliest of these events.
             */
            events_from: string | null;
            /**
             * Format: date-time
             * @description Time of the latest of these events.
             */
            events_to: string | null;
            /** Format: date-time */
            since: string;
            /** Format: date-time */
            until: string;
        };
        /** @description What was searched. Whatever could not be searched is named, never silently missing. */
        SearchCoverage: {
            from: components["schemas"]["Timestamp"];
            incomplete: {
                /** @description A day. */
                from: string;
                /** @description `deadline`, `cold` or `unavailable`. */
                reason: string;
                /** @description A day. */
                to: string;
            }[];
            tiers: components["schemas"]["Tier"][];
            to: components["schemas"]["Timestamp"];
        };
        ServiceAccount: {
            /** Format: date-time */
            created_at?: string;
            created_by?: string;
            /** Format: date-time */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Accurate to about a minute.
             */
            last_used_at?: string | null;
            name: string;
            /**
             * Format: date-time
             * @description Until when the previous token is accepted.
             */
            previous_token_until?: string | null;
            roles: string[];
            service_account_id: string;
            tenant_id?: string;
        };
        ServiceAccountCreated: components["schemas"]["ServiceAccount"] & {
            /** @description Shown once: a repeated request with the same Idempotency-Key gets an answer without it. */
            token?: string;
        };
        ServiceAccountList: {
            items: components["schemas"]["ServiceAccount"][];
            next_cursor: string | null;
        };
        ServiceAccountRotation: {
            /** @default 3600 */
            overlap_seconds?: number;
        };
        Session: {
            csrf_token: string | null;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            idle_expires_at: string | null;
            /** @description The account's, or the person's as the identity provider says it. */
            name: string | null;
            /** @description The `sign_in_name` by which a person signed in. */
            organisation: string | null;
            principal: {
                id: string;
                /** @enum {string} */
                type: "service_account" | "user" | "agent";
            };
            /** @description The epoch of the pseudonyms of new records. */
            pseudonym_epoch?: number;
            /** @description Whether the caller's answers go through the redaction policy. */
            redacted: boolean;
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            roles: string[];
            tenant_id: string;
            tenant_name: string | null;
        };
        /** @enum {string} */
        Severity: "informational" | "low" | "medium" | "high" | "critical";
        SignedOut: {
            /** @description Where the identity provider ends its own session. */
            end_session_url: string;
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        Tenant: {
            /** @description Whether alerts of high or critical severity open a ticket. */
            auto_tickets?: boolean;
            /** Format: date-time */
            created_at?: string;
            name: string;
            /** @enum {string} */
            state: "active" | "suspended";
            tenant_id: string;
        };
        TenantList: {
            items: components["schemas"]["Tenant"][];
            next_cursor: string | null;
        };
        TenantPatch: {
            auto_tickets?: boolean;
            name?: string;
            /** @enum {string} */
            state?: "active" | "suspended";
        };
        Ticket: {
            alert_id: string | null;
            assignee: string | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description Id of the account or person that opened it; `alert-projector` for automatic tickets. */
            created_by: string;
            description: string;
            pseudonym_epoch?: components["schemas"]["PseudonymEpoch"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            status: components["schemas"]["TicketStatus"];
            ticket_id: string;
            title: string;
            updated_at: components["schemas"]["Timestamp"];
            version: components["schemas"]["Version"];
        };
        /** @description A name or an id, chosen by the caller; null for nobody. */
        TicketAssignee: string | null;
        TicketComment: {
            /** @description Id of the author. */
            author: string;
            body: string;
            comment_id: string;
            created_at: components["schemas"]["Timestamp"];
            pseudonym_epoch?: components["schemas"]["PseudonymEpoch"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
            visibility: components["schemas"]["CommentVisibility"];
        };
        TicketCommentCreate: {
            body: string;
            /**
             * @description `internal` if absent.
             * @enum {string}
             */
            visibility?: "internal" | "auditor";
        };
        TicketCommentList: {
            items: components["schemas"]["TicketComment"][];
            next_cursor: components["schemas"]["NextCursor"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        TicketCreate: {
            /** @description An alert of the tenant. */
            alert_id?: string | null;
            assignee?: components["schemas"]["TicketAssignee"];
            description: components["schemas"]["TicketDescription"];
            title: components["schemas"]["TicketTitle"];
        };
        TicketDescription: string;
        TicketList: {
            items: components["schemas"]["Ticket"][];
            next_cursor: components["schemas"]["NextCursor"];
            redaction_applied?: components["schemas"]["RedactionApplied"];
            redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
        };
        TicketPatch: {
            assignee?: components["schemas"]["TicketAssignee"];
            description?: components["schemas"]["TicketDescription"];
            status?: components["schemas"]["TicketStatus"];
            title?: components["schemas"]["TicketTitle"];
        };
        /** @enum {string} */
        TicketStatus: "open" | "in_progress" | "closed";
        TicketTitle: string;
        /**
         * @description hot and warm are searchable, cold is the archive.
         * @enum {string}
         */
        Tier: "hot" | "warm" | "cold";
        /**
         * Format: date-time
         * @description RFC 3339 in UTC with milliseconds.
         * @example 2026-11-20T10:15:30.123Z
         */
        Timestamp: string;
        /** @description Grows by one with every change of the record; its ETag. */
        Version: number;
    };
    responses: {
        /** @description The alert. */
        Alert: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Alert"];
            };
        };
        /** @description The destination. */
        AlertDestination: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AlertDestination"];
            };
        };
        /** @description A refusal or a fault, identified by `status` and `code`. 429 and 503 say when to try again. */
        Problem: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The browser continues there. */
        SeeOther: {
            headers: {
                /** @description Where. */
                Location: string;
                /** @description The cookie of the sign-in or of the session. */
                "Set-Cookie"?: string;
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The ticket. */
        Ticket: {
            headers: {
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Ticket"];
            };
        };
    };
    parameters: {
        AgentId: string;
        /** @description The alert. */
        AlertId: string;
        /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
        Cursor: string;
        /** @description The destination. */
        DestinationId: string;
        /** @description First partition day. */
        FromDay: components["schemas"]["Day"];
        /**
         * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
         *     without one-time secrets. With another request: 409 `idempotency_conflict`.
         */
        IdempotencyKey: string;
        /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
        IfMatch: string;
        /** @description The `id` of the last event that was received; 0 for all that are kept. */
        LastEventId: string;
        /** @description Maximum number of items on one page. */
        Limit: number;
        MdmConnectionId: string;
        /** @description The rejection. */
        RejectionId: string;
        /** @description The restore. */
        RestoreId: string;
        /** @description Id of a detection rule. */
        RuleId: string;
        /** @description The asset that the event concerns. */
        SearchAssetId: string;
        /**
         * @description OCSF category in snake_case, any of these.
         * @example [
         *       "identity_access_management"
         *     ]
         */
        SearchCategory: string[];
        /**
         * @description OCSF class in snake_case, any of these.
         * @example [
         *       "authentication"
         *     ]
         */
        SearchEventType: string[];
        /** @description First event time, inclusive. 24 h before `to` if absent. */
        SearchFrom: components["schemas"]["Timestamp"];
        /** @description A host name of the event, exactly, ignoring case. Not for auditors. */
        SearchHost: string;
        /** @description An address of the event. Not for auditors. */
        SearchIp: string;
        /** @description The source that sent it. */
        SearchLogSourceId: string;
        /** @description This severity or a higher one. */
        SearchMinSeverity: components["schemas"]["Severity"];
        /**
         * @description Leaves out events that have this value, given as `<filter>:<value>` with one of the exact filters above. If repeated, events that
         *     have any of the values are left out. Auditors may not use `user`, `ip` and `host` here either.
         * @example [
         *       "severity:informational",
         *       "user:backup"
         *     ]
         */
        SearchNot: string[];
        /**
         * @description Words that must all occur in `summary`, as whole words or whole parts of one, ignoring case; at most 32. Personal values in
         *     summaries are pseudonyms. So for internal roles each word also finds the pseudonym that it would have as a name or an address
         *     (`alice`, `web1`, `203.0.113.9`); for auditors each word finds only itself. A text without any word finds nothing; an empty one is
         *     no condition.
         */
        SearchQ: string;
        /** @description Any of these. */
        SearchSeverity: components["schemas"]["Severity"][];
        /** @description Last event time, exclusive. Now if absent. At most 120 days after `from`. */
        SearchTo: components["schemas"]["Timestamp"];
        /** @description A user name of the event, exactly, ignoring case. Not for auditors. */
        SearchUser: string;
        /** @description The log source. */
        SourceId: string;
        /** @description The ticket. */
        TicketId: string;
        /** @description Last partition day. */
        ToDay: components["schemas"]["Day"];
        TokenId: string;
    };
    requestBodies: never;
    headers: {
        /** @description The version of the record, for `If-Match`. */
        ETag: string;
        /** @description What the gateway runs, as its version and the first 12 digits of its commit, or `unknown`. */
        Release: string;
        /** @description Seconds to wait. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    exchangeEnrollment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enrollment_token": "wle_4tj2kcbq2nm7a5x6d3fzr4vyhw7o5e2ipsg3uqmlk6bnxcd4ratqh6czyea",
                 *       "nonce": "8f0bWJrT1mJxQW5kZXJsaW5l0w",
                 *       "csr": "-----BEGIN CERTIFICATE REQUEST-----\nMIHL...\n-----END CERTIFICATE REQUEST-----\n",
                 *       "agent_class": "endpoint",
                 *       "platform": "darwin",
                 *       "os_version": "14.5",
                 *       "agent_version": "1.2.0",
                 *       "hostname": "studio-mac-07",
                 *       "fingerprint": {
                 *         "machine_id": "5d1c2f9e-6a3b-4c77-9a0e-2f4b8d1e7c60"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EnrollmentExchange"];
            };
        };
        responses: {
            /** @description The identity, also for a resumed exchange. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentIdentity"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAgents: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only agents of this platform. */
                platform?: components["schemas"]["AgentPlatform"];
                /** @description Only agents in this state. */
                state?: "active" | "superseded" | "stale" | "revoked";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Agent"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The agent. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    renewCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "csr": "-----BEGIN CERTIFICATE REQUEST-----\nMIHL...\n-----END CERTIFICATE REQUEST-----\n",
                 *       "nonce": "Qm9zc2EgTm92YSBpbiBCbHVl"
                 *     }
                 */
                "application/json": {
                    csr: components["schemas"]["CertificateRequest"];
                    nonce: components["schemas"]["Nonce"];
                };
            };
        };
        responses: {
            /** @description The identity with its new certificate. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentIdentity"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revokeAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The laptop was lost"
                 *     }
                 */
                "application/json": {
                    /** @description For operators; auditors do not see it. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The agent after the change. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Agent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    recordHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: components["parameters"]["AgentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "hostname": "studio-mac-07",
                 *       "os_family": "macos",
                 *       "os_version": "14.5",
                 *       "uptime_seconds": 86400,
                 *       "cpu_count": 10,
                 *       "cpu_usage_percent": 12.5,
                 *       "memory_total_bytes": 34359738368,
                 *       "memory_used_bytes": 17179869184,
                 *       "disks": [
                 *         {
                 *           "mount": "/",
                 *           "total_bytes": 994662584320,
                 *           "used_bytes": 412316860416
                 *         }
                 *       ],
                 *       "network_interfaces": [
                 *         {
                 *           "name": "en0",
                 *           "mac_address": "3c:22:fb:12:34:56",
                 *           "ip_addresses": [
                 *             "192.0.2.17",
                 *             "fe80::1"
                 *           ]
                 *         }
                 *       ],
                 *       "process_count": 421,
                 *       "boot_id": "0b7d0c2e-9c1c-4f6f-8f0e-5a0f4a7a9f11",
                 *       "sequence": 17
                 *     }
                 */
                "application/json": components["schemas"]["Heartbeat"];
            };
        };
        responses: {
            /** @description It is stored. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        asset_id: string;
                        /** @description Renew the certificate now. */
                        certificate_renewal_due: boolean;
                        /** @example 60 */
                        heartbeat_interval_seconds: number;
                        server_time: components["schemas"]["Timestamp"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAlertConsumerKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertConsumerKeyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAlertConsumerKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "SIEM, second site",
                 *       "jwk": {
                 *         "kty": "OKP",
                 *         "crv": "X25519",
                 *         "use": "enc",
                 *         "x": "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertConsumerKeyCreate"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertConsumerKey"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteAlertConsumerKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's thumbprint. */
                kid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    listAlertDestinations: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDestinationList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createAlertDestination: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://soar.example.com/hooks/wardline",
                 *       "min_severity": "medium"
                 *     }
                 */
                "application/json": components["schemas"]["AlertDestinationCreate"];
            };
        };
        responses: {
            /** @description The destination, with its signing secret, which is shown only here. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDestinationCreated"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readAlertDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The destination. */
                destination_id: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["AlertDestination"];
            default: components["responses"]["Problem"];
        };
    };
    deleteAlertDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The destination. */
                destination_id: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateAlertDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The destination. */
                destination_id: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertDestinationPatch"];
                /**
                 * @example {
                 *       "state": "paused"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["AlertDestinationPatch"];
            };
        };
        responses: {
            200: components["responses"]["AlertDestination"];
            default: components["responses"]["Problem"];
        };
    };
    testAlertDestination: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The destination. */
                destination_id: components["parameters"]["DestinationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDestinationTest"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Only alerts with a higher `sequence`. */
                after_sequence?: number;
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Earliest `last_event_at`, inclusive. No limit if absent. */
                from?: components["schemas"]["Timestamp"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description A source of the events, as in `source_log_ids`. */
                log_source_id?: string;
                /** @description This severity or a higher one. */
                min_severity?: components["schemas"]["Severity"];
                /** @description By sequence. */
                order?: "desc" | "asc";
                /** @description The rule that matched. */
                rule_id?: string;
                /** @description Any of these. */
                severity?: components["schemas"]["Severity"][];
                /** @description The rule's own id. */
                sigma_id?: string;
                /** @description Any of these. */
                status?: components["schemas"]["AlertStatus"][];
                /** @description Latest `last_event_at`, exclusive. No limit if absent. */
                to?: components["schemas"]["Timestamp"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The alert. */
                alert_id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Alert"];
            default: components["responses"]["Problem"];
        };
    };
    updateAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The alert. */
                alert_id: components["parameters"]["AlertId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertPatch"];
                /**
                 * @example {
                 *       "status": "acknowledged"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["AlertPatch"];
            };
        };
        responses: {
            200: components["responses"]["Alert"];
            default: components["responses"]["Problem"];
        };
    };
    streamAlerts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event that was received; 0 for all that are kept. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: alert
                     *     id: 42
                     *     data: {"alert_id":"alr_3kq7v2m5x4c6n7b2a3s4d5f6g7","sequence":42,"severity":"high","status":"open"}
                     *
                     *     event: reset
                     *     id: 40
                     *     data: {"reason":"expired","after":40}
                     */
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listArchives: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description First partition day. */
                from?: components["parameters"]["FromDay"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Last partition day. */
                to?: components["parameters"]["ToDay"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readArchive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The archived object. */
                archive_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The object. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedObject"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    destroyArchive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "confirm_tenant_id": "ten_default"
                 *     }
                 */
                "application/json": {
                    /** @description This tenant's id, to prevent a mistake. */
                    confirm_tenant_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destroyed_keys: number;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listArchiveRestores: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveRestoreList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createArchiveRestore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-03-01",
                 *       "to": "2026-03-07",
                 *       "searchable_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["ArchiveRestoreCreate"];
            };
        };
        responses: {
            /** @description It is queued. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveRestore"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readArchiveRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The restore. */
                restore_id: components["parameters"]["RestoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restore. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveRestore"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endArchiveRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The restore. */
                restore_id: components["parameters"]["RestoreId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restore. Its events leave the index within seconds. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveRestore"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    verifyArchives: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description First partition day. */
                from?: components["parameters"]["FromDay"];
                /** @description Last partition day. */
                to?: components["parameters"]["ToDay"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveVerification"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAssets: {
        parameters: {
            query?: {
                /** @description Only the asset that this agent reports. */
                agent_id?: string;
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only assets with exactly this host name, ignoring case. Not for auditors (403 `filter_not_allowed`). */
                hostname?: string;
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only assets of this family. */
                os_family?: components["schemas"]["OsFamily"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["Asset"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        redaction_applied?: components["schemas"]["RedactionApplied"];
                        redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                asset_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The asset. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAuditRecords: {
        parameters: {
            query?: {
                /** @description Who did it. */
                actor_id?: string;
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Earliest `at`, inclusive. */
                from?: string;
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description An operationId of this document. */
                operation?: string;
                /** @description In the order of the chain. */
                order?: "desc" | "asc";
                /** @description How it ended. */
                outcome?: "succeeded" | "refused" | "failed";
                /** @description The record that it concerned. Not for auditors. */
                resource_id?: string;
                /** @description The kind of record that it concerned. */
                resource_type?: string;
                /** @description Latest `at`, exclusive. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listAuditCheckpoints: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description By size. */
                order?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readAuditCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description How many records it was signed for. */
                checkpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkpoint"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    proveAuditConsistency: {
        parameters: {
            query: {
                /** @description Of the checkpoint that you have. */
                from: number;
                /** @description Of a later checkpoint; the newest where it is absent. */
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsistencyProof"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    proveAuditInclusion: {
        parameters: {
            query: {
                /** @description The record. */
                audit_id: string;
                /** @description Of a checkpoint; the newest where it is absent. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditInclusionProof"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEvidence: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Any of these. */
                evidence_type?: components["schemas"]["EvidenceType"][];
                /** @description Earliest `collected_at`, inclusive. No limit if absent. */
                from?: components["schemas"]["Timestamp"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description In the order of the chain. */
                order?: "desc" | "asc";
                /** @description Id of the record that it concerns. */
                subject_id?: string;
                /** @description Latest `collected_at`, exclusive. No limit if absent. */
                to?: components["schemas"]["Timestamp"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEvidenceCheckpoints: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description By size. */
                order?: "desc" | "asc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readEvidenceCheckpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description How many records it was signed for. */
                checkpoint_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checkpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkpoint"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    proveEvidenceConsistency: {
        parameters: {
            query: {
                /** @description Of the checkpoint that you have. */
                from: number;
                /** @description Of a later checkpoint; the newest where it is absent. */
                to?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsistencyProof"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    proveEvidenceInclusion: {
        parameters: {
            query: {
                /** @description The record. */
                evidence_id: string;
                /** @description Of a checkpoint; the newest where it is absent. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proof. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceInclusionProof"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listCertificateAuthorities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authorities. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["CertificateAuthority"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    rotateCertificateAuthority: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The authority that will issue. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAuthority"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readEvidence: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                evidence_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceDetail"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listDetectionRules: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Only rules that are enabled for the tenant, or only those that are not. */
                enabled?: boolean;
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only rules of this origin. */
                origin?: components["schemas"]["RuleOrigin"];
                /** @description The rule's own `id`. */
                sigma_id?: string;
                /** @description Only rules that compiled, or only refused ones. */
                status?: "ok" | "refused";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRuleList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createDetectionRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source": "title: Shell history removed\nid: 9c2f6a1e-7f0b-4c55-8f4d-2f6f4c7f5a10\nstatus: experimental\nlogsource: { product: linux }\ndetection:\n  selection:\n    message|contains: 'rm ~/.bash_history'\n  condition: selection\nlevel: medium\n"
                 *     }
                 */
                "application/json": components["schemas"]["DetectionRuleCreate"];
            };
        };
        responses: {
            /** @description The rule, compiled and in use. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readDetectionRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a detection rule. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateDetectionRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of a detection rule. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectionRulePatch"];
                /**
                 * @example {
                 *       "enabled": false
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["DetectionRulePatch"];
            };
        };
        responses: {
            /** @description The rule as changed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRule"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    explainDetectionRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a detection rule. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "evt_3kq7v2m5x4c6n7b2a3s4d5f6g7"
                 *     }
                 */
                "application/json": components["schemas"]["DetectionRuleExplain"];
            };
        };
        responses: {
            /** @description Condition by condition. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRuleExplanation"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    testDetectionRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a detection rule. */
                rule_id: components["parameters"]["RuleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": {
                 *         "EventID": 1102,
                 *         "Channel": "Security"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DetectionRuleTest"];
            };
        };
        responses: {
            /** @description Whether it matches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRuleTestResult"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listEnrollmentTokens: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["EnrollmentToken"][];
                        next_cursor: components["schemas"]["NextCursor"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createEnrollmentToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agent_class": "endpoint",
                 *       "expires_in_seconds": 3600,
                 *       "label": "Mac lab, second floor"
                 *     }
                 */
                "application/json": components["schemas"]["EnrollmentTokenCreate"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentTokenCreated"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readEnrollmentToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, without the token. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentToken"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    revokeEnrollmentToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: components["parameters"]["TokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current record. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnrollmentToken"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listMdmConnections: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only connections in this state. */
                state?: components["schemas"]["MdmConnectionState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmConnectionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createMdmConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Intune, production",
                 *       "provider": "microsoft_graph",
                 *       "provider_tenant_id": "6a1d0f0e-6f6b-4c7c-9d0a-6f1f9f0f3c11",
                 *       "client_id": "0b9a3a7e-51a4-4b2e-8f0e-2c3d4e5f6a7b",
                 *       "secret_ref": {
                 *         "provider": "file",
                 *         "name": "intune-prod",
                 *         "purpose": "mdm"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MdmConnectionCreate"];
            };
        };
        responses: {
            /** @description The connection. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmConnection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readMdmConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connection. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmConnection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateMdmConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MdmConnectionPatch"];
                /**
                 * @example {
                 *       "state": "paused"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["MdmConnectionPatch"];
            };
        };
        responses: {
            /** @description The connection as changed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmConnection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    syncMdmConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmSyncRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listMdmSyncRuns: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only runs in this state. */
                state?: components["schemas"]["MdmSyncRunState"];
            };
            header?: never;
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmSyncRunList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readMdmSyncRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                connection_id: components["parameters"]["MdmConnectionId"];
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmSyncRun"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listMdmDevices: {
        parameters: {
            query?: {
                /** @description Only devices in this state. */
                compliance_state?: components["schemas"]["MdmComplianceState"];
                /** @description Only devices of this connection. */
                connection_id?: string;
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only devices that are missing, or only those that are not. */
                missing?: boolean;
                /** @description Only devices of this platform. */
                platform?: components["schemas"]["MdmPlatform"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmDeviceList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readMdmDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                device_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MdmDevice"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listLogSources: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only sources in this state. */
                state?: components["schemas"]["LogSourceState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogSourceList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createLogSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "edge firewalls",
                 *       "format": "cef",
                 *       "vendor": "Acme",
                 *       "product": "Wall",
                 *       "timezone": "Europe/Zurich"
                 *     }
                 */
                "application/json": components["schemas"]["LogSourceCreate"];
            };
        };
        responses: {
            /** @description The source, ready to ingest. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogSource"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readLogSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The log source. */
                source_id: components["parameters"]["SourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogSource"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateLogSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The log source. */
                source_id: components["parameters"]["SourceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogSourcePatch"];
                /**
                 * @example {
                 *       "state": "paused"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["LogSourcePatch"];
            };
        };
        responses: {
            /** @description The source as changed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogSource"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readLogSourceLedger: {
        parameters: {
            query?: {
                /** @description The first hour is the one that contains this time. 24 h before `to` if absent. */
                from?: components["schemas"]["Timestamp"];
                /** @description Hours before this time, at most 30 days after `from`. Now if absent. */
                to?: components["schemas"]["Timestamp"];
            };
            header?: never;
            path: {
                /** @description The log source. */
                source_id: components["parameters"]["SourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ledger. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "log_source_id": "src_3kq7v2m5x4c6n7b2a3s4d5f6g7",
                     *       "accepted": 4120,
                     *       "normalized": 4117,
                     *       "unparsed": 3,
                     *       "rejected": 1,
                     *       "evaluated": 4117,
                     *       "pending": 2,
                     *       "hours": [
                     *         {
                     *           "hour": "2026-11-21T09:00:00.000Z",
                     *           "received": 4125,
                     *           "accepted": 4120,
                     *           "duplicate": 2,
                     *           "rejected": 3,
                     *           "searchable": 4117,
                     *           "dead_lettered": 1,
                     *           "in_flight": 2
                     *         }
                     *       ],
                     *       "differences": [],
                     *       "checked_at": "2026-11-21T09:40:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LogSourceLedger"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readLogEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEvent"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listLogErasures: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogErasureList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createLogErasure: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": {
                 *         "type": "user",
                 *         "value": "alice"
                 *       },
                 *       "reason": "request 2026-117"
                 *     }
                 */
                "application/json": components["schemas"]["LogErasureCreate"];
            };
        };
        responses: {
            /** @description It is queued. */
            202: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogErasure"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readLogErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The erasure. */
                erasure_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The erasure. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogErasure"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    ingestLogs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "log_source_id": "src_3kq7v2m5x4c6n7b2a3s4d5f6g7",
                 *       "events": [
                 *         {
                 *           "raw": "<38>Nov 21 09:29:58 web1 sshd[4242]: Failed password for root from 203.0.113.9 port 52144 ssh2",
                 *           "event_ref": "web1:4711"
                 *         },
                 *         {
                 *           "raw": {
                 *             "EventID": 4625,
                 *             "Channel": "Security",
                 *             "TargetUserName": "ann"
                 *           },
                 *           "observed_at": "2026-11-21T09:29:58.120Z"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["IngestBatch"];
            };
        };
        responses: {
            /** @description What became of each event. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestReceipt"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRejections: {
        parameters: {
            query?: {
                /** @description Only those refused for this reason. */
                code?: string;
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Only those of this source. */
                log_source_id?: string;
                /** @description Only those in this state. */
                state?: components["schemas"]["RejectionState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readRejection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rejection. */
                rejection_id: components["parameters"]["RejectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rejection. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    discardRejection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rejection. */
                rejection_id: components["parameters"]["RejectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "test traffic"
                 *     }
                 */
                "application/json": {
                    /** @description Why. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The rejection. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    replayRejection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The rejection. */
                rejection_id: components["parameters"]["RejectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Rejection"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    searchLogs: {
        parameters: {
            query?: {
                /** @description The asset that the event concerns. */
                asset_id?: components["parameters"]["SearchAssetId"];
                /**
                 * @description OCSF category in snake_case, any of these.
                 * @example [
                 *       "identity_access_management"
                 *     ]
                 */
                category?: components["parameters"]["SearchCategory"];
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description OCSF class in snake_case, any of these.
                 * @example [
                 *       "authentication"
                 *     ]
                 */
                event_type?: components["parameters"]["SearchEventType"];
                /** @description First event time, inclusive. 24 h before `to` if absent. */
                from?: components["parameters"]["SearchFrom"];
                /** @description A host name of the event, exactly, ignoring case. Not for auditors. */
                host?: components["parameters"]["SearchHost"];
                /** @description An address of the event. Not for auditors. */
                ip?: components["parameters"]["SearchIp"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description The source that sent it. */
                log_source_id?: components["parameters"]["SearchLogSourceId"];
                /** @description This severity or a higher one. */
                min_severity?: components["parameters"]["SearchMinSeverity"];
                /**
                 * @description Leaves out events that have this value, given as `<filter>:<value>` with one of the exact filters above. If repeated, events that
                 *     have any of the values are left out. Auditors may not use `user`, `ip` and `host` here either.
                 * @example [
                 *       "severity:informational",
                 *       "user:backup"
                 *     ]
                 */
                not?: components["parameters"]["SearchNot"];
                /** @description By event time. */
                order?: "desc" | "asc";
                /**
                 * @description Words that must all occur in `summary`, as whole words or whole parts of one, ignoring case; at most 32. Personal values in
                 *     summaries are pseudonyms. So for internal roles each word also finds the pseudonym that it would have as a name or an address
                 *     (`alice`, `web1`, `203.0.113.9`); for auditors each word finds only itself. A text without any word finds nothing; an empty one is
                 *     no condition.
                 */
                q?: components["parameters"]["SearchQ"];
                /** @description Any of these. */
                severity?: components["parameters"]["SearchSeverity"];
                /** @description Last event time, exclusive. Now if absent. At most 120 days after `from`. */
                to?: components["parameters"]["SearchTo"];
                /** @description A user name of the event, exactly, ignoring case. Not for auditors. */
                user?: components["parameters"]["SearchUser"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page, and what was searched for it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEventPage"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readLogFacets: {
        parameters: {
            query?: {
                /** @description The asset that the event concerns. */
                asset_id?: components["parameters"]["SearchAssetId"];
                /**
                 * @description OCSF category in snake_case, any of these.
                 * @example [
                 *       "identity_access_management"
                 *     ]
                 */
                category?: components["parameters"]["SearchCategory"];
                /**
                 * @description OCSF class in snake_case, any of these.
                 * @example [
                 *       "authentication"
                 *     ]
                 */
                event_type?: components["parameters"]["SearchEventType"];
                /**
                 * @description Count by these; by all if absent.
                 * @example [
                 *       "severity",
                 *       "event_type"
                 *     ]
                 */
                field?: components["schemas"]["FacetField"][];
                /** @description First event time, inclusive. 24 h before `to` if absent. */
                from?: components["parameters"]["SearchFrom"];
                /** @description A host name of the event, exactly, ignoring case. Not for auditors. */
                host?: components["parameters"]["SearchHost"];
                /** @description An address of the event. Not for auditors. */
                ip?: components["parameters"]["SearchIp"];
                /** @description The source that sent it. */
                log_source_id?: components["parameters"]["SearchLogSourceId"];
                /** @description This severity or a higher one. */
                min_severity?: components["parameters"]["SearchMinSeverity"];
                /**
                 * @description Leaves out events that have this value, given as `<filter>:<value>` with one of the exact filters above. If repeated, events that
                 *     have any of the values are left out. Auditors may not use `user`, `ip` and `host` here either.
                 * @example [
                 *       "severity:informational",
                 *       "user:backup"
                 *     ]
                 */
                not?: components["parameters"]["SearchNot"];
                /**
                 * @description Words that must all occur in `summary`, as whole words or whole parts of one, ignoring case; at most 32. Personal values in
                 *     summaries are pseudonyms. So for internal roles each word also finds the pseudonym that it would have as a name or an address
                 *     (`alice`, `web1`, `203.0.113.9`); for auditors each word finds only itself. A text without any word finds nothing; an empty one is
                 *     no condition.
                 */
                q?: components["parameters"]["SearchQ"];
                /** @description Any of these. */
                severity?: components["parameters"]["SearchSeverity"];
                /** @description Last event time, exclusive. Now if absent. At most 120 days after `from`. */
                to?: components["parameters"]["SearchTo"];
                /** @description Maximum number of values per field. */
                top?: number;
                /** @description A user name of the event, exactly, ignoring case. Not for auditors. */
                user?: components["parameters"]["SearchUser"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "facets": [
                     *         {
                     *           "field": "severity",
                     *           "values": [
                     *             {
                     *               "value": "informational",
                     *               "count": 1204
                     *             },
                     *             {
                     *               "value": "medium",
                     *               "count": 17
                     *             }
                     *           ],
                     *           "truncated": false
                     *         },
                     *         {
                     *           "field": "event_type",
                     *           "values": [
                     *             {
                     *               "value": "authentication",
                     *               "count": 1098
                     *             }
                     *           ],
                     *           "truncated": true
                     *         }
                     *       ],
                     *       "total": 1221,
                     *       "exact": true,
                     *       "coverage": {
                     *         "tiers": [
                     *           "hot"
                     *         ],
                     *         "from": "2026-11-20T09:30:00.000Z",
                     *         "to": "2026-11-21T09:30:00.000Z",
                     *         "incomplete": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LogFacets"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readLogHistogram: {
        parameters: {
            query?: {
                /** @description The asset that the event concerns. */
                asset_id?: components["parameters"]["SearchAssetId"];
                /**
                 * @description OCSF category in snake_case, any of these.
                 * @example [
                 *       "identity_access_management"
                 *     ]
                 */
                category?: components["parameters"]["SearchCategory"];
                /**
                 * @description OCSF class in snake_case, any of these.
                 * @example [
                 *       "authentication"
                 *     ]
                 */
                event_type?: components["parameters"]["SearchEventType"];
                /** @description First event time, inclusive. 24 h before `to` if absent. */
                from?: components["parameters"]["SearchFrom"];
                /** @description A host name of the event, exactly, ignoring case. Not for auditors. */
                host?: components["parameters"]["SearchHost"];
                /** @description Width of the buckets. There may be at most 400. If absent, a width that gives at most 180. */
                interval_seconds?: number;
                /** @description An address of the event. Not for auditors. */
                ip?: components["parameters"]["SearchIp"];
                /** @description The source that sent it. */
                log_source_id?: components["parameters"]["SearchLogSourceId"];
                /** @description This severity or a higher one. */
                min_severity?: components["parameters"]["SearchMinSeverity"];
                /**
                 * @description Leaves out events that have this value, given as `<filter>:<value>` with one of the exact filters above. If repeated, events that
                 *     have any of the values are left out. Auditors may not use `user`, `ip` and `host` here either.
                 * @example [
                 *       "severity:informational",
                 *       "user:backup"
                 *     ]
                 */
                not?: components["parameters"]["SearchNot"];
                /**
                 * @description Words that must all occur in `summary`, as whole words or whole parts of one, ignoring case; at most 32. Personal values in
                 *     summaries are pseudonyms. So for internal roles each word also finds the pseudonym that it would have as a name or an address
                 *     (`alice`, `web1`, `203.0.113.9`); for auditors each word finds only itself. A text without any word finds nothing; an empty one is
                 *     no condition.
                 */
                q?: components["parameters"]["SearchQ"];
                /** @description Any of these. */
                severity?: components["parameters"]["SearchSeverity"];
                /** @description Last event time, exclusive. Now if absent. At most 120 days after `from`. */
                to?: components["parameters"]["SearchTo"];
                /** @description A user name of the event, exactly, ignoring case. Not for auditors. */
                user?: components["parameters"]["SearchUser"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The buckets, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "interval_seconds": 3600,
                     *       "buckets": [
                     *         {
                     *           "start": "2026-11-21T08:00:00.000Z",
                     *           "count": 412,
                     *           "by_severity": {
                     *             "informational": 405,
                     *             "low": 0,
                     *             "medium": 7,
                     *             "high": 0,
                     *             "critical": 0
                     *           }
                     *         },
                     *         {
                     *           "start": "2026-11-21T09:00:00.000Z",
                     *           "count": 0,
                     *           "by_severity": {
                     *             "informational": 0,
                     *             "low": 0,
                     *             "medium": 0,
                     *             "high": 0,
                     *             "critical": 0
                     *           }
                     *         }
                     *       ],
                     *       "coverage": {
                     *         "tiers": [
                     *           "hot"
                     *         ],
                     *         "from": "2026-11-21T08:00:00.000Z",
                     *         "to": "2026-11-21T10:00:00.000Z",
                     *         "incomplete": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LogHistogram"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listOidcIssuers: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Those with exactly this `issuer`. */
                issuer?: string;
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description The one with this name. */
                sign_in_name?: string;
                /** @description Those of another tenant; for a platform_admin only. */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcIssuerList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createOidcIssuer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "issuer": "https://login.example.com/realms/acme",
                 *       "audience": "https://wardline.example.com/api",
                 *       "group_roles": [
                 *         {
                 *           "group": "soc-analysts",
                 *           "roles": [
                 *             "analyst"
                 *           ]
                 *         },
                 *         {
                 *           "group": "auditors",
                 *           "roles": [
                 *             "auditor"
                 *           ]
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["OidcIssuerCreate"];
            };
        };
        responses: {
            /** @description The issuer. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcIssuer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readOidcIssuer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The issuer. */
                issuer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issuer. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcIssuer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteOidcIssuer: {
        parameters: {
            query?: {
                /** @description The tenant that has it; for a platform_admin only. */
                tenant_id?: string;
            };
            header?: never;
            path: {
                /** @description The issuer. */
                issuer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateOidcIssuer: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The issuer. */
                issuer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcIssuerPatch"];
                /**
                 * @example {
                 *       "state": "paused"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["OidcIssuerPatch"];
            };
        };
        responses: {
            /** @description The issuer as changed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcIssuer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    approveOidcIssuer: {
        parameters: {
            query: {
                /** @description The tenant that has registered it. */
                tenant_id: string;
            };
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The issuer. */
                issuer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The issuer, which is proven now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcIssuer"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    startOidcIssuerProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The issuer. */
                issuer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to send the browser. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcIssuerProof"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listReceiptKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ReceiptKey"][];
                        next_cursor: components["schemas"]["NextCursor"];
                        redaction_applied?: components["schemas"]["RedactionApplied"];
                        redaction_policy_id?: components["schemas"]["RedactionPolicyId"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRedactionPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every version that this release knows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedactionPolicyList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readRedactionPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Percent-encode it: it contains @ and +. */
                policy_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the policy does with each field, as data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedactionPolicy"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listRestores: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    confirmRestore: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                restore_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The restore. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Restore"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Another tenant's accounts; for a platform_admin only. */
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "SOC collector",
                 *       "roles": [
                 *         "collector"
                 *       ]
                 *     }
                 */
                "application/json": {
                    expires_in_seconds?: number;
                    name: string;
                    roles: ("platform_admin" | "admin" | "operator" | "analyst" | "auditor" | "collector" | "agent")[];
                    tenant_id?: string;
                };
            };
        };
        responses: {
            /** @description The account and its token. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountCreated"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account without its token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                service_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    rotateServiceAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                service_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "overlap_seconds": 86400
                 *     }
                 */
                "application/json": components["schemas"]["ServiceAccountRotation"];
            };
        };
        responses: {
            /** @description The account and its new token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccountCreated"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    "Wardline-Release": components["headers"]["Release"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            201: {
                headers: {
                    /** @description The session's cookie. */
                    "Set-Cookie"?: string;
                    "Wardline-Release": components["headers"]["Release"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out here, but not at the identity provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            /** @description Signed out. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    finishSignIn: {
        parameters: {
            query?: {
                /** @description As the provider created it. */
                code?: string;
                /** @description Why nobody is signed in. */
                error?: string;
                /** @description The provider (RFC 9207). */
                iss?: string;
                /** @description As it was given to the provider. */
                state?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            303: components["responses"]["SeeOther"];
            default: components["responses"]["Problem"];
        };
    };
    startSignIn: {
        parameters: {
            query: {
                /** @description The `sign_in_name` of an issuer. */
                organisation: components["schemas"]["OidcSignInName"];
                /**
                 * @description A page of the console to open afterwards; anything else opens its first page.
                 * @example /console/alerts
                 */
                return_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            303: components["responses"]["SeeOther"];
            default: components["responses"]["Problem"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description Of this account or person only. */
                principal_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenSessionList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is over. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    readLegalHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateLegalHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegalHoldPatch"];
                /**
                 * @example {
                 *       "active": true,
                 *       "reason": "case 4711"
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["LegalHoldPatch"];
            };
        };
        responses: {
            /** @description The setting as changed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHold"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    updateRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionPatch"];
                /**
                 * @example {
                 *       "hot_days": 60
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["RetentionPatch"];
            };
        };
        responses: {
            /** @description The settings as changed. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Contoso"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The tenant. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    readTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    deleteTenant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tenant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Problem"];
        };
    };
    updateTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                tenant_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantPatch"];
                "application/merge-patch+json": components["schemas"]["TenantPatch"];
            };
        };
        responses: {
            /** @description The tenant as changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    listTickets: {
        parameters: {
            query?: {
                /** @description The alert that it is about. */
                alert_id?: string;
                /** @description Who it is assigned to. Not for auditors. */
                assignee?: string;
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description By creation. */
                order?: "desc" | "asc";
                /** @description Any of these. */
                status?: components["schemas"]["TicketStatus"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createTicket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Check the jump host",
                 *       "description": "Many failed logins from one address since this morning.",
                 *       "assignee": "ann"
                 *     }
                 */
                "application/json": components["schemas"]["TicketCreate"];
            };
        };
        responses: {
            201: components["responses"]["Ticket"];
            default: components["responses"]["Problem"];
        };
    };
    readTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ticket. */
                ticket_id: components["parameters"]["TicketId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Ticket"];
            default: components["responses"]["Problem"];
        };
    };
    updateTicket: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. Without it: 428. If the record has changed since: 412. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The ticket. */
                ticket_id: components["parameters"]["TicketId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TicketPatch"];
                /**
                 * @example {
                 *       "status": "closed",
                 *       "assignee": null
                 *     }
                 */
                "application/merge-patch+json": components["schemas"]["TicketPatch"];
            };
        };
        responses: {
            200: components["responses"]["Ticket"];
            default: components["responses"]["Problem"];
        };
    };
    listTicketComments: {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the previous page. The rest of the query must be the same, except `limit`. */
                cursor?: components["parameters"]["Cursor"];
                /** @description Maximum number of items on one page. */
                limit?: components["parameters"]["Limit"];
                /** @description By creation. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description The ticket. */
                ticket_id: components["parameters"]["TicketId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketCommentList"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    createTicketComment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key that the caller chooses for this change. The same key, caller, operation and request within 24 h get the first answer again,
                 *     without one-time secrets. With another request: 409 `idempotency_conflict`.
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The ticket. */
                ticket_id: components["parameters"]["TicketId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "The source is a scanner of ours.",
                 *       "visibility": "auditor"
                 *     }
                 */
                "application/json": components["schemas"]["TicketCommentCreate"];
            };
        };
        responses: {
            /** @description The comment. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketComment"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
}
