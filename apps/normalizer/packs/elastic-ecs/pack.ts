import { definePack } from '../../src/packs/kit.ts'
import { ecs } from './ecs.ts'

export const pack = definePack({
  id: 'elastic-ecs',
  vendor: 'Elastic',
  product: 'Common Schema',
  docs: ['https://www.elastic.co/guide/en/ecs/current/ecs-field-reference.html'],
  marks: { syntax: ['ecs'] },
  content: ecs,
})
