import { type EventKind, KINDS, topicOf } from '@wardline/events'

/** Names on the brokers, all under one prefix. */
export interface TopicNames {
  topic(kind: EventKind): string
  deadLetters(topic: string): string
  group(group: string): string
  /** undefined for a topic that carries no kind. */
  kindOf(topic: string): EventKind | undefined
}

export function topicNames(prefix: string): TopicNames {
  const kinds = new Map(KINDS.map(kind => [`${prefix}${topicOf(kind)}`, kind]))
  return {
    topic: kind => `${prefix}${topicOf(kind)}`,
    deadLetters: topic => `${topic}.dlq`,
    group: group => `${prefix}${group}`,
    kindOf: topic => kinds.get(topic),
  }
}
