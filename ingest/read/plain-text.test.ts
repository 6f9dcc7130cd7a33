import assert from 'node:assert/strict'
import test from 'node:test'
import { isPlainText } from './plain-text.ts'

const plainTexts = [
  "St. Mary's Hosp. Inc.",
  "ST.MARY'S HOSPITAL",
  'Dr. P.C.',
  'Dr.Garcia',
  'JOHN SMITH JR.MD',
  'U.S. Physical Therapy',
  'U.S.PHYSICAL THERAPY',
  'WILLIAM D.SUMMERS MD, GYNECOLOGY LLC',
  'HEALTHCARE CORP.PC',
  'TRANSPORTATION SVC.LLC',
  'AFFILIATES L.LC.',
  'MD.SGH.OB/GYN PSC',
  'Ph.D.s and M.D.s, e.g. at 8 a.m.',
  'We take time.We listen.',
  'for those with a BMI < 30 or > 40',
  'since 2001-2005 2007 2012',
  'Open 8:30-12:00, 13:00-17:30',
  'PS 12 [CLOSED] (OLD)',
  'Clínica de la Niña',
  '我们说中文。欢迎。',
]
for (const text of plainTexts) {
  test(`${JSON.stringify(text)} is plain`, () => assert.equal(isPlainText(text), true))
}

const unfitTexts = [
  'https://example.com',
  'WWW.EXAMPLE',
  'example.com/now',
  'Evil.Com',
  'EVIL.COM',
  'A.EVIL.COM',
  'EVIL.eU',
  'EVIL.DE',
  'T.CO',
  'evil.clinic',
  'Evil.Clinic',
  'evil.中国',
  'evil。中国',
  'EVIL.РФ',
  'evil.рф',
  'evil.XN--FIQS8S',
  'ｅｖｉｌ．ｃｏｍ',
  '1.2.3.4/x',
  'me@example.com',
  'me @ example',
  'me @ EXAMPLE . com',
  'mailto:me',
  'tel:+19005550000',
  'javascript:alert',
  '+1-900-555-0000',
  '(900) 555-0000',
  '900.555.0000',
  '9005550000',
  '900 – 555 – 2014',
  '٩٠٠٥٥٥٠٠٠٠',
  '<script>',
  '<UNAVAIL>',
  '＜b＞',
  '&lt;script&gt;',
  '&#60;b',
  '&#x3c',
  '[Book](here)',
]
for (const text of unfitTexts) {
  test(`${JSON.stringify(text)} is not plain`, () => assert.equal(isPlainText(text), false))
}
