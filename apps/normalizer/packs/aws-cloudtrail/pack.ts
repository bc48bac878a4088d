import { definePack } from '../../src/packs/kit.ts'
import { cloudtrail } from './cloudtrail.ts'

export const pack = definePack({
  id: 'aws-cloudtrail',
  vendor: 'AWS',
  product: 'CloudTrail',
  docs: ['https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-event-reference.html'],
  marks: { syntax: ['cloudtrail'] },
  content: cloudtrail,
})
