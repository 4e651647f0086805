package dev.ringside.report;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.apache.batik.svggen.SVGIDGenerator;
import org.jfree.chart.JFreeChart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** A chart as a picture: PNG on white, or SVG on nothing. */
final class ChartImage {
  static final int WIDTH = 800;
  static final int HEIGHT = 400;

  private static final int PIXELS_A_POINT = 2;
  private static final String SVG = "http://www.w3.org/2000/svg";

  private ChartImage() {}

  static void writePng(JFreeChart chart, OutputStream out) throws IOException {
    BufferedImage image =
        new BufferedImage(
            WIDTH * PIXELS_A_POINT, HEIGHT * PIXELS_A_POINT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    g.scale(PIXELS_A_POINT, PIXELS_A_POINT);
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    chart.draw(g, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    g.dispose();
    ImageIO.write(image, "png", out);
  }

  /**
   * One {@code svg} element that fits the width it is given.
   *
   * @param id begins every id inside, so that several can stand in one page
   * @param label for readers who do not see it
   */
  static String svg(JFreeChart chart, String id, String label) {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
    context.setIDGenerator(
        new SVGIDGenerator() {
          @Override
          public String generateID(String prefix) {
            return super.generateID(id + "-" + prefix);
          }
        });
    SVGGraphics2D g = new SVGGraphics2D(context, false);
    g.setSVGCanvasSize(new Dimension(WIDTH, HEIGHT));
    chart.draw(g, new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    Element root = g.getRoot();
    root.setAttribute("viewBox", "0 0 " + WIDTH + " " + HEIGHT);
    root.setAttribute("role", "img");
    root.setAttribute("aria-label", label);
    StringWriter text = new StringWriter();
    try {
      g.stream(root, text, false, false);
    } catch (SVGGraphics2DIOException e) {
      throw new UncheckedIOException(new IOException(e));
    }
    // The document type in front is for files of the last century and breaks inside a page.
    return text.getBuffer().substring(text.getBuffer().indexOf("<svg"));
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
