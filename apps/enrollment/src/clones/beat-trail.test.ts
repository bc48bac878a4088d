import { describe, expect, it } from '@jest/globals'
import type { BeatTrail } from '@wardline/registries'
import fc from 'fast-check'
import { follow } from './beat-trail.ts'

const MINUTE = 60_000

interface Step {
  readonly beat: string
  readonly at: number
}

/** Follows heartbeats, written `boot:sequence`. A trailing `!` means facts of another machine than the previous one. */
function followAll(steps: readonly Step[]) {
  let trail: BeatTrail | undefined
  return steps.map(({ beat, at }) => {
    const [boot, rest = ''] = beat.replace('!', '').split(':')
    const followed = follow(trail, {
      boot_id: boot === '' ? null : boot!,
      sequence: rest === '' ? null : Number(rest),
      at,
      otherMachine: beat.endsWith('!'),
    })
    trail = followed.trail
    return followed
  })
}

const following = (gapMs: number, ...beats: string[]) => followAll(beats.map((beat, i) => ({ beat, at: i * gapMs })))
const forks = (gapMs: number, ...beats: string[]) => following(gapMs, ...beats).map(f => f.fork ?? '-')

describe('two machines with one identity', () => {
  it('are detected when an earlier boot continues', () => {
    expect(forks(1_000, 'a:7', 'b:1', 'a:8')).toEqual(['-', '-', 'boot_id'])
    expect(forks(30_000, 'a:', 'b:', 'a:')).toEqual(['-', '-', 'boot_id'])
    expect(forks(1_000, 'a:7', 'b:1', 'c:1', 'b:2')).toEqual(['-', '-', '-', 'boot_id'])
  })

  it('are detected when a snapshot is rolled back to an earlier boot', () => {
    expect(forks(2 * MINUTE, 'a:7', 'b:1', 'a:6').at(-1)).toBe('boot_id')
  })

  it('are detected when two counts of one boot continue side by side', () => {
    expect(forks(1_000, 'a:10', 'a:3', 'a:11')).toEqual(['-', '-', 'sequence'])
    expect(forks(30_000, 'a:100', 'a:7', 'a:101', 'a:8')).toEqual(['-', '-', 'sequence', '-'])
    expect(forks(30_000, ':100', ':7', ':101')).toEqual(['-', '-', 'sequence'])
  })

  it('are detected when they count in step and one is slightly behind', () => {
    expect(forks(1_000, 'a:5', 'a:6', 'a:5', 'a:7', 'a:6', 'a:8', 'a:7')).toContain('sequence')
  })

  it('are detected at once when the same heartbeat has the facts of two machines', () => {
    expect(forks(1_000, 'a:5', 'a:5!')).toEqual(['-', 'sequence'])
  })

  it('cannot alternate for long without detection, unless they count in step with the same facts', () => {
    fc.assert(
      fc.property(
        fc.nat(500),
        fc.nat(500),
        fc.boolean(),
        fc.integer({ min: 1, max: 30_000 }),
        (one, other, sameBoot, gapMs) => {
          fc.pre(!sameBoot || (one !== other && one + 1 !== other))
          const beats = Array.from({ length: 6 }, (_, i) => [`a:${one + i}`, `${sameBoot ? 'a' : 'b'}:${other + i}`])
          expect(forks(gapMs, ...beats.flat()).some(f => f !== '-')).toBe(true)
        },
      ),
    )
  })
})

describe('one machine', () => {
  it('may overtake its own heartbeats, and then its older facts are ignored', () => {
    expect(following(1_000, 'a:5', 'a:4').map(f => f.overtaken)).toEqual([false, true])
    expect(following(1_000, 'a:5', 'b:1', 'a:5').map(f => f.overtaken)).toEqual([false, false, true])
    expect(forks(1_000, 'a:3', 'a:5', 'a:4', 'a:6', 'a:8', 'a:7')).not.toContain('sequence')
  })

  it('may send a heartbeat again', () => {
    expect(forks(1_000, 'a:4', 'a:4', 'a:5', 'a:4', 'a:6')).toEqual(['-', '-', '-', '-', '-'])
  })

  it('may restart its count within a boot, and reach its old count', () => {
    expect(forks(MINUTE, 'a:2', 'a:3', 'a:1', 'a:2', 'a:3', 'a:4')).not.toContain('sequence')
  })

  it('may lose more heartbeats than it has left behind, if that is long ago', () => {
    expect(forks(16 * MINUTE, 'a:10', 'a:1', 'a:12')).not.toContain('sequence')
  })

  it('is never taken for two, whatever it loses, repeats, delays or restarts', () => {
    const taken = fc.constantFrom('beat', 'beat', 'beat', 'again', 'crossed', 'lost', 'restart', 'reboot')
    fc.assert(
      fc.property(fc.array(taken, { maxLength: 60 }), fc.integer({ min: 61_000, max: 90_000 }), (life, gapMs) => {
        const steps: Step[] = []
        let [boot, sequence, at, lost] = [0, 0, 0, 0]
        const arrives = (n: number, afterMs: number): void => {
          at += afterMs
          steps.push({ beat: `${boot}:${n}`, at })
        }
        for (const event of life) {
          if (event === 'reboot') [boot, sequence] = [boot + 1, 0]
          if (event === 'restart') sequence = 0
          const before = lost
          lost = event === 'lost' && lost < 2 ? lost + 1 : 0
          sequence++
          if (lost > 0) at += gapMs
          else if (event === 'crossed' && before === 0) {
            arrives(sequence + 1, gapMs)
            arrives(sequence, 500)
            sequence++
          } else arrives(sequence, gapMs)
          if (event === 'again') arrives(sequence, 500)
        }
        expect(followAll(steps).filter(f => f.fork)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})
