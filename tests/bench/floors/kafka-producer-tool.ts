// Kafka's own tools, from the same folder as the broker that tools/engines starts.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { CACHE, findJava } from '../../../tools/engines/places.ts'

const TOPIC = 'bench.producer-tool'

function tool(name: string, args: readonly string[]): string {
  const classPath = `${join(CACHE, 'kafka-4.3.1')}/*`
  return execFileSync(findJava(17), ['-Xmx512m', '-cp', classPath, `org.apache.kafka.tools.${name}`, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 300_000,
    maxBuffer: 64 * 1_048_576,
  })
}

/** Partitions of a topic, and the bytes that its records take on the broker's disk, batch headers included. */
export function topicUse(brokers: string, topic: string): { readonly partitions: number; readonly bytes: number } {
  const text = tool('LogDirsCommand', ['--bootstrap-server', brokers, '--describe', '--topic-list', topic])
  const line = text.split('\n').find(l => l.startsWith('{'))
  const answer = JSON.parse(line ?? '{}') as {
    brokers?: readonly { readonly logDirs: readonly { readonly partitions: readonly { readonly size: number }[] }[] }[]
  }
  const sizes = (answer.brokers ?? []).flatMap(b => b.logDirs.flatMap(d => d.partitions.map(p => p.size)))
  return { partitions: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

/** Records per second of `kafka-producer-perf-test` with acks=all, into a topic of its own with as many partitions. */
export function measureProducerTool(
  brokers: string,
  {
    records,
    recordBytes,
    partitions,
  }: { readonly records: number; readonly recordBytes: number; readonly partitions: number },
): number {
  const server = ['--bootstrap-server', brokers]
  tool('TopicCommand', [...server, '--create', '--if-not-exists', '--topic', TOPIC, '--partitions', String(partitions)])
  try {
    const text = tool('ProducerPerformance', [
      '--topic',
      TOPIC,
      '--num-records',
      String(records),
      '--record-size',
      String(recordBytes),
      '--throughput',
      '-1',
      '--bootstrap-server',
      brokers,
      '--command-property',
      'acks=all',
    ])
    const rates = [...text.matchAll(/records sent, ([\d.]+) records\/sec/g)]
    return Number(rates.at(-1)?.[1] ?? Number.NaN)
  } finally {
    tool('TopicCommand', [...server, '--delete', '--topic', TOPIC])
  }
}
