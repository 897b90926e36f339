import Testing

/// A rule of XML 1.0 (fifth edition), with small documents that keep it and others that break it.
struct XMLRule: CustomTestStringConvertible, Sendable {
  /// The subject of the rule, with its section in the recommendation.
  let subject: String
  let kept: [String]
  let broken: [String]

  var testDescription: String { subject }

  static let all = [
    XMLRule(
      subject: "elements (3)",
      kept: [
        "<a/>", "<a></a >",
        String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200),
      ],
      broken: [
        "<a ><b/ ></a>", "<a><b></a></b>", "<a>", "</a>", "<a/><b/>", "<a></b>", "< a/>",
        "<a/", "<a", "<a></a", "</a/>", "<a></ a>", "<a></a b='1'>",
      ]),
    XMLRule(
      subject: "a root (2.1)",
      kept: [
        "\n<a/>\n", "<a/>\n<!-- --><?p?>\n",
      ],
      broken: [
        "", "   ", "x", "<!-- -->", "<?p?>", "x<a/>", "<a/>x", "<a/>&#32;", "<a/><![CDATA[]]>",
        "<![CDATA[x]]><a/>",
      ]),
    XMLRule(
      subject: "names (2.3)",
      kept: [
        "<é/>", "<a é='1'/>", "<a·/>", "<a-.0_/>", "<_/>", "<\u{10000}/>", "<日本/>",
        "<a\u{300}/>", "<\u{200C}a\u{203F}/>",
      ],
      broken: [
        "<·a/>", "<a\u{D7}/>", "<a\u{37E}/>", "<-a/>", "<1/>", "<a\u{F0000}/>", "<\u{2028}/>",
        "<\u{300}/>", "<a!/>", "<a$='1'/>",
      ]),
    XMLRule(
      subject: "prefixes, which XML 1.0 knows nothing of (2.3)",
      kept: [
        "<x:a xmlns:x='y'/>", "<x:a/>", "<a x:b='1'/>",
        "<a x:b='1' y:b='2' xmlns:x='z' xmlns:y='z'/>", "<x:a:b/>", "<:a/>", "<a:/>",
        "<a><?x:y?></a>", "<a xmlns:x=''/>", "<x:a></x:a>", "<a xmlns='a b'/>",
        "<a xmlns='b'/>", "<a xmlns:xml='b'/>",
      ],
      broken: [
        "<x:a xmlns:x='y'></a>"
      ]),
    XMLRule(
      subject: "attributes (3.1)",
      kept: [
        "<a b='1'/>", "<a b=\"'\" c='\"'/>", "<a b = '1'\tc\n=\r'2' />",
        "<a bb='1' b='2' B='3'/>", "<a x:b='1' b='2'/>", "<a longername='1' longernamf='2'/>",
        "<a b='>'/>", "<a b='&lt;&#60;'/>", "<a b='\n\t'/>", "<a b=']]>'/>", "<a b='--'/>",
        "<a xml:lang='?' xml:space='?'/>",
        "<a" + (1...1100).map { " a\($0)='\($0)'" }.joined() + "/>",
      ],
      broken: [
        "<a b/>", "<a b=/>", "<a b=1/>", "<a b='1\"/>", "<a b='1'c='2'/>", "<a b='1' b='2'/>",
        "<a b='1' c='2' b='3'/>", "<a longername='1' longername='2'/>", "<a b='<'/>",
        "<a b='&'/>", "<a b='&x;'/>", "<a='1'/>", "<a 'b'/>",
      ]),
    XMLRule(
      subject: "comments (2.5)",
      kept: [
        "<a><!----></a>", "<a><!-- - - --></a>", "<a><!-- <b> & ]]> --></a>",
        "<!-- --><a/><!-- -->",
      ],
      broken: [
        "<a><!-- -- --></a>", "<a><!-- ---></a>", "<a><!--></a>", "<a><!---></a>",
        "<a><!- x --></a>", "<a><!-- </a>", "<a b='<!-- -->'/>", "<a <!-- --> />",
        "<a><! -- --></a>",
      ]),
    XMLRule(
      subject: "instructions (2.6)",
      kept: [
        "<a><?p?></a>", "<a><?p ? > ?></a>", "<a><?p ??></a>", "<a><?xmla?></a>",
        "<?p?><a/><?p?>",
      ],
      broken: [
        "<a><?p<b?></a>", "<a><? p?></a>", "<a><?p??></a>", "<a><?p></a>", "<a><?xml?></a>",
        "<a><?XmL x?></a>", "<a><?1?></a>", "<a><?p?x?></a>", "<a><??></a>",
        "<a/><?xml version='1.0'?>",
      ]),
    XMLRule(
      subject: "sections of character data (2.7)",
      kept: [
        "<a><![CDATA[]]></a>", "<a><![CDATA[<b>&x;--]]></a>", "<a><![CDATA[]]]]></a>",
        "<a><![CDATA[]] >]]></a>",
      ],
      broken: [
        "<a><![cdata[]]></a>", "<a><![CDATA []]></a>", "<a><![CDATA[]></a>",
        "<a><![CDATA[<![CDATA[]]>]]></a>", "<a><![x]]></a>", "<a b='<![CDATA[]]>'/>",
      ]),
    XMLRule(
      subject: "text (2.4)",
      kept: [
        "<a>]]</a>", "<a>]] ></a>", "<a>]>></a>", "<a>>\"'</a>", "<a>]]&gt;</a>", "<a>]</a>",
      ],
      broken: [
        "<a>]]></a>", "<a>]]]]></a>", "<a><</a>",
      ]),
    XMLRule(
      subject: "references (4.1)",
      kept: [
        "<a>&lt;&gt;&amp;&quot;&apos;</a>", "<a>&#9;&#xA;&#x1F600;&#00065;</a>",
        "<a>&#xe9;&#xE9;</a>",
      ],
      broken: [
        "<a>&#0;</a>", "<a>&#1;</a>", "<a>&#xFFFE;</a>", "<a>&#xD800;</a>",
        "<a>&#x110000;</a>", "<a>&#99999999999999999999;</a>", "<a>&#;</a>", "<a>&#x;</a>",
        "<a>&#X41;</a>", "<a>&#4 1;</a>", "<a>&#-1;</a>", "<a>&#+65;</a>", "<a>&#xA-;</a>",
        "<a>&</a>", "<a>& </a>", "<a>&;</a>", "<a>&lt</a>", "<a>&lt ;</a>", "<a>&LT;</a>",
        "<a>&nbsp;</a>", "<a>&#6</a>", "&lt;<a/>", "<a>&a:b;</a>", "<a>&é;</a>", "<a>&1;</a>",
        "<a>&#65é;</a>", "<a>&#x4G;</a>", "<a>&#12a;</a>",
      ]),
    XMLRule(
      subject: "characters (2.2)",
      kept: [
        "<a>\u{7F}\u{80}\u{85}\u{9F}</a>", "<a>\u{FFFD}</a>", "<a>\u{1FFFE}</a>",
        "<a>\u{10FFFF}</a>", "\u{FEFF}<a/>", "<a>\u{FEFF}</a>",
      ],
      broken: [
        "<a>\0</a>", "<a>\u{1}</a>", "<a>\u{B}</a>", "<a>\u{1F}</a>", "<a>\u{FFFE}</a>",
        "<a>\u{FFFF}</a>", "<a b='\u{1}'/>", "<a><!-- \u{1} --></a>", "<a><?p \u{1}?></a>",
        "<a><![CDATA[\u{1}]]></a>", "<a/>\0", "<a\u{85}b='1'/>", "<a\u{A0}b='1'/>",
        "<a\u{C}/>", "\u{FEFF}\u{FEFF}<a/>",
      ]),
    XMLRule(
      subject: "document types (2.8)",
      kept: [
        "<!DOCTYPE a><a/>", "<!DOCTYPE a ><a/>", "<!DOCTYPE b><a/>",
        "<!DOCTYPE a SYSTEM 'x'><a/>", "<!DOCTYPE a SYSTEM\n\"[>'\" ><a/>",
        "<!DOCTYPE a PUBLIC '-//x//EN' 'y'><a/>", "<!DOCTYPE a PUBLIC \"'\" 'y'><a/>",
        "<!-- --><!DOCTYPE a><?p?><a/>", "<!DOCTYPE a SYSTEM 'x'><a>&x;</a>",
        "<!DOCTYPE a SYSTEM 'x'><a b='&x;'/>", "<!DOCTYPE a SYSTEM 'x#y'><a/>",
      ],
      broken: [
        "<!DOCTYPE><a/>", "<!DOCTYPE a SYSTEM x><a/>", "<!DOCTYPE a SYSTEM><a/>",
        "<!DOCTYPE a SYSTEM'x'><a/>", "<!DOCTYPE a PUBLIC '-//x//EN''y'><a/>",
        "<!DOCTYPE a PUBLIC '-//x//EN'><a/>", "<!DOCTYPE a PUBLIC '{' 'y'><a/>",
        "<!DOCTYPE a PUBLIC '\t' 'y'><a/>", "<!DOCTYPE a x><a/>", "<!doctype a><a/>",
        "<!DOCTYPE a><!DOCTYPE a><a/>", "<a/><!DOCTYPE a>", "<a><!DOCTYPE a></a>",
        "<!DOCTYPEa><a/>", "<!DOCTYPE a><a>&x;</a>", "<!DOCTYPE a", "<!DOCTYPE a SYSTEM 'x",
        "<!DOCTYPE a system 'x'><a/>", "<!DOCTYPE 1><a/>",
        "<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'x'><a>&x;</a>",
        "<!DOCTYPE a SYSTEM 'x' NDATA y><a/>",
      ]),
    XMLRule(
      subject: "declarations (2.8)",
      kept: [
        "<?xml version='1.0'?><a/>", "<?xml version = \"1.0\" ?><a/>",
        "<?xml version='1.0' encoding='UTF-8'?><a/>",
        "<?xml version='1.0' encoding='utf-8' standalone='yes'?><a/>",
        "<?xml version='1.0' standalone='no'?><a/>", "<?xml version='1.1'?><a/>",
        "<?xml version='1.77'?><a/>", "<?xml-stylesheet href='x'?><a/>",
      ],
      broken: [
        "<?xml version='1.0' standalone='maybe'?><a/>",
        "<?xml version='1.0' standalone='yes' encoding='UTF-8'?><a/>",
        "<?xml encoding='UTF-8'?><a/>", "<?xml encoding='UTF-8' version='1.0'?><a/>",
        "<?xml version='2.0'?><a/>", "<?xml version='1.'?><a/>", "<?xml version=''?><a/>",
        "<?xml version='1.0'encoding='UTF-8'?><a/>", "<?xml version='1.0' x='y'?><a/>",
        "<?xml version='1.0' encoding=''?><a/>", "<?xml version='1.0' encoding='UTF 8'?><a/>",
        "<?xml version='1.0' encoding='-8'?><a/>", "<?xml version=1.0?><a/>",
        "<?xml version='1.0\"?><a/>", "<?xml?><a/>", "<?xml ?><a/>", "<?xml version='1.0'>",
        "<?xml version='1.0'/><a/>", "<?XML version='1.0'?><a/>",
        "<?xml version='1.0'?><?xml version='1.0'?><a/>",
        "<?xml version='1.0' version='1.0'?><a/>", "<?xml version='1.0' ??><a/>",
        "<?xmlversion='1.0'?><a/>", "<!-- --><?xml version='1.0'?><a/>",
        "<?xml version='&#49;.0'?><a/>", "<?xml version='&lt;1.0'?><a/>", "<?xml version='1.0'?>",
        "<?xml version='1.0'?>\0<a/>",
      ]),
  ]
}
