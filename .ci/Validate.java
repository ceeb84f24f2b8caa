// Validates PDFs with veraPDF for PDF/UA-1 and PDF/A-2a: writes a line `PATH<tab>RULE<tab>MESSAGE` per rule that a file breaks.
//
//     java -cp VERAPDF:JAXB Validate.java PDF...

import java.io.File;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;

class Validate {
    static Map<String, String> faults(String path) {
        var foundry = Foundries.defaultInstance();
        var faults = new TreeMap<String, String>();
        for (var standard : new PDFAFlavour[] {PDFAFlavour.PDFUA_1, PDFAFlavour.PDFA_2_A}) {
            try (var parser = foundry.createParser(new File(path), standard); var validator = foundry.createValidator(standard, false)) {
                var result = validator.validate(parser);
                if (!result.isCompliant()) faults.put(standard.getId(), "does not conform");
                for (var fault : result.getTestAssertions()) {
                    var rule = fault.getRuleId();
                    faults.put(standard.getId() + " " + rule.getClause() + "-" + rule.getTestNumber(), fault.getMessage());
                }
            } catch (Exception error) {
                faults.put(standard.getId(), error.toString());
            }
        }
        return faults;
    }

    public static void main(String[] paths) {
        VeraGreenfieldFoundryProvider.initialise();
        Stream.of(paths).parallel().forEach(path -> faults(path).forEach((rule, message) -> System.out.println(path + "\t" + rule + "\t" + message)));
    }
}
