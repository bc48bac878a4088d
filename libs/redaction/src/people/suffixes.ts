/**
 * Last labels of names of machines, domains and files: `web.corp`, `example.com`, `report.pdf`. A word that ends in one
 * of them does not count as `first.last`. Those that are family names as well (`long`, `page`, `lee`) are not here.
 */
export const SUFFIXES: ReadonlySet<string> = new Set(
  `com net org edu gov mil int io co ai app dev cloud info biz eu us uk de ch at fr it es nl be se no fi dk pl cz pt br ca au nz jp cn ru
  in za ie tv me arpa onion local localdomain localhost lan corp internal intranet home example test invalid domain dmz prod stage
  exe dll sys bat cmd ps1 psm1 vbs js jse ts jsx tsx wsf hta msi msp scr cpl com jar war py pyc rb pl php asp aspx jsp sh bash zsh fish go rs c
  cc cpp h hpp cs java kt swift sql lua conf cfg cnf ini env toml yaml yml json ndjson xml xsd html htm css scss md txt rtf log csv tsv
  doc docx docm dot dotm xls xlsx xlsm xlsb ppt pptx pptm pdf eml msg pst ost one ics png jpg jpeg gif svg bmp ico webp mp3 mp4 wav avi mov
  zip gz tgz tar bz2 xz zst rar 7z iso img vhd vhdx vmdk cab deb rpm apk dmg pkg lnk url reg dat db sqlite mdb ldf mdf bak old tmp temp swp
  part lock pid sock service socket timer target mount pem crt cer der key csr p12 pfx kdbx gpg asc sig evtx etl dmp pcap pcapng yar yara
  rules map lib ocx xsl dit d xyz top site online shop club icu ws pw su tk ml ga cf gq vip space so dylib bin rom node class`.split(
    /\s+/,
  ),
)
