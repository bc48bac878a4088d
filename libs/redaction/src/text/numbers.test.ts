import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { createRedactor } from '../create-redactor.ts'

const redactor = createRedactor({ tenantId: 'ten_numbers' as never, key: new Uint8Array(32).fill(1), epoch: 1 })

/** One number of each form, which no key tells. */
const NUMBERS = [
  '+49 30 901820',
  '030 90182012',
  '0033 1 23 45 67 89',
  '(415) 555-0132',
  '415.555.0132',
  '123.456.789-09',
  '4000 1234 5678 9017',
  '2234 5678 9018',
  '1 85 05 2A 004 123 45',
  '1 85 05 75 004 123',
  'AB 12 34 56 C',
  '850512/1234',
  'DE89370400440532013000',
  'GB82 WEST 1234 5698 7654 32',
  'B-MX 1234',
  'AB12 CDE',
  'AB-123-CD',
  '1984-03-12',
  '52.51630, 13.37770',
]
const FILL = ['port 22', 'took 3 ms', 'Link is up', 'x=1', '[ok]', 'äöü', '\t', 'a/b', '(null)', '12:30:01', '-', '"']

it('finds a number whatever stands around it, so that no gate is too narrow', () => {
  const fill = fc.array(fc.constantFrom(...FILL), { maxLength: 3 }).map(words => words.join(', '))
  fc.assert(
    fc.property(fill, fc.constantFrom(...NUMBERS), fill, (before, number, after) => {
      const text = [before, number, after].filter(part => part !== '').join('; ')
      expect(redactor.text(text)).not.toContain(number)
    }),
    { numRuns: 2_000 },
  )
})
