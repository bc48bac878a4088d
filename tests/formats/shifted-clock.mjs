// Preloaded into a process (NODE_OPTIONS=--import …): its clock starts at WARDLINE_TEST_NOW, so that the contents of a
// fixture are never too old.
const RealDate = Date
const offset = RealDate.parse(process.env.WARDLINE_TEST_NOW) - RealDate.now()

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(RealDate.now() + offset)
    else super(...values)
  }
  static now() {
    return RealDate.now() + offset
  }
}
