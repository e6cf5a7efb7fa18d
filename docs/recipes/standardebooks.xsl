<?xml version="1.0" encoding="utf-8"?>
<!-- Makes an ONIX message of an e-book's package document (content.opf) and the table of contents beside it. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:opf="http://www.idpf.org/2007/opf"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:h="http://www.w3.org/1999/xhtml"
  exclude-result-prefixes="opf dc h">
  <xsl:output method="xml" encoding="utf-8" indent="yes"/>
  <xsl:variable name="toc" select="document('toc.xhtml', /)"/>
  <xsl:template match="/">
    <xsl:apply-templates select="opf:package/opf:metadata"/>
  </xsl:template>
  <xsl:template match="opf:metadata">
    <ONIXMessage release="3.0">
      <Product>
        <RecordReference><xsl:value-of select="substring-after(dc:identifier, 'https://standardebooks.org/')"/></RecordReference>
        <NotificationType>03</NotificationType>
        <DescriptiveDetail>
          <ProductForm>ED</ProductForm>
          <TitleDetail>
            <TitleType>01</TitleType>
            <TitleElement>
              <TitleElementLevel>01</TitleElementLevel>
              <TitleText><xsl:value-of select="dc:title[1]"/></TitleText>
            </TitleElement>
          </TitleDetail>
          <xsl:for-each select="dc:creator">
            <Contributor>
              <SequenceNumber><xsl:value-of select="position()"/></SequenceNumber>
              <ContributorRole>A01</ContributorRole>
              <PersonName><xsl:value-of select="."/></PersonName>
            </Contributor>
          </xsl:for-each>
          <xsl:for-each select="opf:meta[@property = 'schema:genre' or @property = 'se:subject']">
            <Subject>
              <SubjectSchemeIdentifier>24</SubjectSchemeIdentifier>
              <SubjectCode><xsl:value-of select="."/></SubjectCode>
            </Subject>
          </xsl:for-each>
        </DescriptiveDetail>
        <CollateralDetail>
          <TextContent>
            <TextType>03</TextType>
            <Text><xsl:value-of select="dc:description"/></Text>
          </TextContent>
          <TextContent>
            <TextType>04</TextType>
            <Text>
              <xsl:for-each select="$toc//h:nav[@id = 'toc']//h:a">
                <xsl:value-of select="concat(normalize-space(.), '&#10;')"/>
              </xsl:for-each>
            </Text>
          </TextContent>
        </CollateralDetail>
        <PublishingDetail>
          <Publisher>
            <PublishingRole>01</PublishingRole>
            <PublisherName><xsl:value-of select="dc:publisher"/></PublisherName>
          </Publisher>
          <PublishingDate>
            <PublishingDateRole>01</PublishingDateRole>
            <Date dateformat="00"><xsl:value-of select="translate(substring(dc:date, 1, 10), '-', '')"/></Date>
          </PublishingDate>
        </PublishingDetail>
      </Product>
    </ONIXMessage>
  </xsl:template>
</xsl:stylesheet>
