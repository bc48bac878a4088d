import { Kafka, logLevel } from 'kafkajs'
import { MongoClient } from 'mongodb'

/** A piece of text and its location: a topic, a collection or an index. */
export interface EngineText {
  readonly place: string
  readonly text: string
}

const PAGE = 1000

/**
 * Everything that one Wardline, known by its prefix, has left on the engines: every message of its topics (keys and
 * headers included), every document of its collections and of its indices. For tests that search for what must not
 * occur anywhere.
 */
export async function engineTexts(
  environment: Readonly<Record<string, string | undefined>>,
  prefix: string,
): Promise<readonly EngineText[]> {
  const [messages, documents, indexed] = await Promise.all([
    topicTexts(environment.WARDLINE_KAFKA_BROKERS!.split(','), prefix),
    collectionTexts(environment.WARDLINE_MONGODB_URL!, prefix),
    indexTexts(environment.WARDLINE_OPENSEARCH_URL!, prefix),
  ])
  return [...messages, ...documents, ...indexed]
}

async function topicTexts(brokers: string[], prefix: string): Promise<EngineText[]> {
  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING })
  const admin = kafka.admin()
  await admin.connect()
  const topics = (await admin.listTopics()).filter(topic => topic.startsWith(prefix))
  let left = 0
  for (const topic of topics)
    for (const { low, high } of await admin.fetchTopicOffsets(topic)) left += Number(high) - Number(low)
  await admin.disconnect()
  if (left === 0) return []
  const found: EngineText[] = []
  const consumer = kafka.consumer({ groupId: `${prefix}texts-${Date.now()}` })
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  await new Promise<void>((resolve, reject) => {
    consumer
      .run({
        eachMessage: async ({ topic, message: { key, value, headers } }) => {
          const parts = [key, value, ...Object.entries(headers ?? {}).flat()]
          found.push({ place: topic, text: parts.map(part => `${part ?? ''}`).join('\n') })
          if (--left === 0) resolve()
        },
      })
      .catch(reject)
  })
  await consumer.disconnect()
  return found
}

async function collectionTexts(url: string, prefix: string): Promise<EngineText[]> {
  const client = await MongoClient.connect(url)
  try {
    const db = client.db('wardline')
    const found: EngineText[] = []
    for (const { name } of await db.listCollections().toArray()) {
      if (!name.startsWith(prefix)) continue
      for await (const doc of db.collection(name).find()) found.push({ place: name, text: JSON.stringify(doc) })
    }
    return found
  } finally {
    await client.close()
  }
}

async function indexTexts(url: string, prefix: string): Promise<EngineText[]> {
  const found: EngineText[] = []
  const ask = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`OpenSearch answered ${answer.status}`)
    return (await answer.json()) as { _scroll_id: string; hits: { hits: { _index: string }[] } }
  }
  await fetch(`${url}/${prefix}*/_refresh`, { method: 'POST' })
  let page = await ask(`/${prefix}*/_search?scroll=1m&allow_no_indices=true`, { size: PAGE, sort: ['_doc'] })
  while (page.hits.hits.length > 0) {
    found.push(...page.hits.hits.map(hit => ({ place: hit._index, text: JSON.stringify(hit) })))
    page = await ask('/_search/scroll', { scroll: '1m', scroll_id: page._scroll_id })
  }
  return found
}
